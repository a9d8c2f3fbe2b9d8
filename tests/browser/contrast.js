// The lowest contrast of any text on the page against what lies behind it, by WCAG 2's formula.
() => {
  const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  const rgba = (colour) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data];
  };
  const light = ([r, g, b]) => {
    const [x, y, z] = [r, g, b].map((c) => (c / 255 <= 0.04045 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * x + 0.7152 * y + 0.0722 * z;
  };
  const behind = (element) => {
    for (let one = element; one; one = one.parentElement) {
      const style = getComputedStyle(one);
      const drawn = [...style.backgroundImage.matchAll(/(?:rgba?|color)\([^)]*\)/g)].map(([colour]) => rgba(colour));
      if (drawn.length) return drawn;
      const colour = rgba(style.backgroundColor);
      if (colour[3] === 255) return [colour];
    }
    return [[255, 255, 255]];
  };
  let worst = [Infinity, ""];
  for (const element of document.body.querySelectorAll("*")) {
    const own = [...element.childNodes].filter((node) => node.nodeType === 3).map((node) => node.data.trim()).join("");
    if (!own || !element.checkVisibility()) continue;
    const ink = light(rgba(getComputedStyle(element).color));
    for (const paper of behind(element).map(light)) {
      const ratio = (Math.max(ink, paper) + 0.05) / (Math.min(ink, paper) + 0.05);
      if (ratio < worst[0]) worst = [ratio, `${element.tagName}.${element.className}: ${own.slice(0, 40)}`];
    }
  }
  return worst;
}
