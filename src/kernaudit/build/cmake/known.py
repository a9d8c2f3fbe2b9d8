"""Names that the modelled cmake has: its commands (cmake-commands(7)), its modules, and the commands these add."""

from __future__ import annotations

import re
from typing import Final

__all__ = ["is_cmake_command", "is_cmake_module", "is_scripting_command"]


def _names(text: str) -> frozenset[str]:
    return frozenset(text.split())


_COMMANDS: Final = _names(
    "add_compile_definitions add_compile_options add_custom_command add_custom_target add_definitions "
    "add_dependencies add_executable add_library add_link_options add_subdirectory add_test aux_source_directory "
    "block break build_command build_name cmake_diagnostic cmake_file_api cmake_host_system_information "
    "cmake_instrumentation cmake_language cmake_minimum_required cmake_parse_arguments cmake_path "
    "cmake_pkg_config cmake_policy configure_file continue create_test_sourcelist ctest_build ctest_configure "
    "ctest_coverage ctest_empty_binary_directory ctest_memcheck ctest_read_custom_files ctest_run_script "
    "ctest_sleep ctest_start ctest_submit ctest_test ctest_update ctest_upload define_property discover_tests "
    "else elseif enable_language enable_testing endblock endforeach endfunction endif endmacro endwhile "
    "exec_program execute_process export export_library_dependencies file find_file find_library find_package "
    "find_path find_program fltk_wrap_ui foreach function get_cmake_property get_directory_property "
    "get_filename_component get_property get_source_file_property get_target_property get_test_property if "
    "include include_directories include_external_msproject include_guard include_regular_expression install "
    "install_files install_programs install_targets link_directories link_libraries list load_cache load_command "
    "macro make_directory mark_as_advanced math message option output_required_files project qt_wrap_cpp "
    "qt_wrap_ui remove remove_definitions return separate_arguments set set_directory_properties set_property "
    "set_source_files_properties set_target_properties set_tests_properties site_name source_group string "
    "subdir_depends subdirs target_compile_definitions target_compile_features target_compile_options "
    "target_include_directories target_link_directories target_link_libraries target_link_options "
    "target_precompile_headers target_sources try_compile try_run unset use_mangled_mesa utility_source "
    "variable_requires variable_watch while write_file"
)
_MODULE_COMMANDS: Final = _names(
    "add_compiler_export_flags add_feature_info add_file_dependencies add_flex_bison_dependency add_jar "
    "android_add_test_data bison_target check_c_compiler_flag check_c_source_compiles check_c_source_runs "
    "check_compiler_flag check_cxx_accepts_flag check_cxx_compiler_flag check_cxx_source_compiles "
    "check_cxx_source_runs check_cxx_symbol_exists check_fortran_compiler_flag check_fortran_function_exists "
    "check_fortran_source_compiles check_fortran_source_runs check_function_exists check_include_file "
    "check_include_file_cxx check_include_files check_ipo_supported check_language check_library_exists "
    "check_linker_flag check_objc_compiler_flag check_objc_source_compiles check_objc_source_runs "
    "check_objcxx_compiler_flag check_objcxx_source_compiles check_objcxx_source_runs check_pie_supported "
    "check_prototype_definition check_source_compiles check_source_runs check_struct_has_member "
    "check_symbol_exists check_type_size check_variable_exists clear_bundle_keys cmake_add_fortran_subdirectory "
    "cmake_dependent_option cmake_expand_imported_targets cmake_force_c_compiler cmake_force_cxx_compiler "
    "cmake_force_fortran_compiler cmake_pop_check_state cmake_print_properties cmake_print_variables "
    "cmake_push_check_state cmake_reset_check_state configure_package_config_file copy_and_fixup_bundle "
    "copy_resolved_framework_into_bundle copy_resolved_item_into_bundle cpack_add_component "
    "cpack_add_component_group cpack_add_install_type cpack_configure_downloads cpack_ifw_add_package_resources "
    "cpack_ifw_add_repository cpack_ifw_configure_component cpack_ifw_configure_component_group "
    "cpack_ifw_configure_file cpack_ifw_update_repository create_javadoc create_javah "
    "csharp_get_dependentupon_name csharp_get_filename_key_base csharp_get_filename_keys "
    "csharp_set_designer_cs_properties csharp_set_windows_forms_properties csharp_set_xaml_cs_properties "
    "ctest_coverage_collect_gcov cuda_add_cublas_to_target cuda_add_cufft_to_target cuda_add_executable "
    "cuda_add_library cuda_build_clean_target cuda_compile cuda_compile_cubin cuda_compile_fatbin "
    "cuda_compile_ptx cuda_find_helper_file cuda_include_directories cuda_link_separable_compilation_objects "
    "cuda_select_nvcc_arch_flags cuda_wrap_srcs cxxtest_add_test determinevsservicepack doxygen_add_docs "
    "ecos_add_executable ecos_add_include_directories ecos_adjust_directory ecos_use_arm_elf_tools "
    "ecos_use_i386_elf_tools ecos_use_ppc_eabi_tools env_module env_module_avail env_module_list env_module_swap "
    "export_jars externaldata_add_target externaldata_add_test externaldata_expand_arguments externalproject_add "
    "externalproject_add_step externalproject_add_stepdependencies externalproject_add_steptargets "
    "externalproject_get_property feature_summary fetchcontent_declare fetchcontent_getproperties "
    "fetchcontent_makeavailable fetchcontent_populate fetchcontent_setpopulated find_dependency find_jar "
    "find_package_check_version find_package_handle_standard_args find_package_message fixup_bundle "
    "fixup_bundle_item fixup_qt4_executable flex_target fortrancinterface_header fortrancinterface_verify "
    "generate_apple_architecture_selection_file generate_apple_platform_selection_file generate_export_header "
    "get_bundle_all_executables get_bundle_and_executable get_bundle_keys get_bundle_main_executable "
    "get_dotapp_dir get_item_key get_item_rpaths get_prerequisites gettext_create_translations "
    "gettext_process_po_files gettext_process_pot_file gnuinstalldirs_get_absolute_install_dir gp_append_unique "
    "gp_file_type gp_item_default_embedded_path gp_resolve_item gp_resolved_file_type gtest_add_tests "
    "gtest_discover_tests hg_wc_info install_jar install_jar_exports install_jni_symlink install_qt4_executable "
    "install_qt4_plugin install_qt4_plugin_path is_file_executable kde3_add_dcop_skels kde3_add_dcop_stubs "
    "kde3_add_executable kde3_add_kcfg_files kde3_add_kdeinit_executable kde3_add_kpart kde3_add_moc_files "
    "kde3_add_ui_files kde3_automoc kde3_install_libtool_file list_prerequisites list_prerequisites_by_glob "
    "macro_add_file_dependencies matlab_add_mex matlab_add_unit_test "
    "matlab_extract_all_installed_versions_from_registry matlab_get_all_valid_matlab_roots_from_registry "
    "matlab_get_mex_suffix matlab_get_release_name_from_version matlab_get_version_from_matlab_run "
    "matlab_get_version_from_release_name pkg_check_modules pkg_get_variable pkg_search_module pkgconfig "
    "print_disabled_features print_enabled_features processorcount protobuf_generate protobuf_generate_cpp "
    "protobuf_generate_python python2_add_library python3_add_library python_add_library qt4_add_dbus_adaptor "
    "qt4_add_dbus_interface qt4_add_dbus_interfaces qt4_add_resources qt4_add_translation qt4_automoc "
    "qt4_create_translation qt4_generate_dbus_interface qt4_generate_moc qt4_use_modules qt4_wrap_cpp qt4_wrap_ui "
    "resolve_qt4_paths select_library_configurations set_bundle_key_values set_feature_info set_package_info "
    "set_package_properties squish_add_test squish_v3_add_test subversion_wc_info subversion_wc_log "
    "swig_add_library swig_add_module swig_link_libraries test_big_endian verify_app verify_bundle_prerequisites "
    "verify_bundle_symlinks write_basic_package_version_file write_compiler_detection_header write_qt4_conf "
    "xctest_add_bundle xctest_add_test"
)
_PROJECT_ONLY: Final = _names(
    "add_compile_definitions add_compile_options add_custom_command add_custom_target add_definitions "
    "add_dependencies add_executable add_library add_link_options add_subdirectory add_test aux_source_directory "
    "build_command cmake_file_api cmake_instrumentation create_test_sourcelist define_property enable_language "
    "enable_testing export fltk_wrap_ui get_source_file_property get_target_property get_test_property "
    "include_directories include_external_msproject include_regular_expression install install_files "
    "install_programs install_targets link_directories link_libraries load_cache project qt_wrap_cpp qt_wrap_ui "
    "remove_definitions set_source_files_properties set_target_properties set_tests_properties source_group "
    "subdirs target_compile_definitions target_compile_features target_compile_options target_include_directories "
    "target_link_directories target_link_libraries target_link_options target_precompile_headers target_sources "
    "try_compile try_run"
)
_MODULES: Final = _names(
    "AddFileDependencies BundleUtilities CMakeDependentOption CMakeExpandImportedTargets CMakeFindDependencyMacro "
    "CMakePackageConfigHelpers CMakeParseArguments CMakePrintHelpers CMakePushCheckState CPack CPackComponent "
    "CPackIFW CSharpUtilities CTest CTestCoverageCollectGCOV CheckCCompilerFlag CheckCSourceCompiles "
    "CheckCSourceRuns CheckCXXCompilerFlag CheckCXXSourceCompiles CheckCXXSourceRuns CheckCXXSymbolExists "
    "CheckCompilerFlag CheckFortranCompilerFlag CheckFortranFunctionExists CheckFortranSourceCompiles "
    "CheckFortranSourceRuns CheckFunctionExists CheckIPOSupported CheckIncludeFile CheckIncludeFileCXX "
    "CheckIncludeFiles CheckLanguage CheckLibraryExists CheckLinkerFlag CheckOBJCCompilerFlag "
    "CheckOBJCSourceCompiles CheckOBJCSourceRuns CheckOBJCXXCompilerFlag CheckOBJCXXSourceCompiles "
    "CheckOBJCXXSourceRuns CheckPIESupported CheckPrototypeDefinition CheckSourceCompiles CheckSourceRuns "
    "CheckStructHasMember CheckSymbolExists CheckTypeSize CheckVariableExists Dart Documentation ExternalData "
    "ExternalProject FeatureSummary FetchContent FortranCInterface GNUInstallDirs GenerateExportHeader "
    "GetPrerequisites GoogleTest InstallRequiredSystemLibraries MacroAddFileDependencies ProcessorCount "
    "SelectLibraryConfigurations SystemInformation TestBigEndian TestCXXAcceptsFlag TestForANSIForScope "
    "TestForANSIStreamHeaders TestForSSTREAM TestForSTDNamespace UseEcos UseJava UseJavaClassFilelist "
    "UseJavaSymlinks UsePkgConfig UseQt4 UseSWIG UsewxWidgets WriteBasicConfigVersionFile "
    "WriteCompilerDetectionHeader"
)
_FIND_MODULE: Final = re.compile(r"Find[A-Z][A-Za-z0-9]+\Z")


def is_cmake_command(key: str) -> bool:
    """Whether cmake itself or one of its modules has a command of this name (in lower case)."""
    return key in _COMMANDS or key in _MODULE_COMMANDS


def is_scripting_command(key: str) -> bool:
    """Whether cmake itself has the command (lower case) and allows it in script mode."""
    return key in _COMMANDS and key not in _PROJECT_ONLY


def is_cmake_module(name: str) -> bool:
    """Whether cmake ships a module of this name (any `Find<Package>` is taken for one)."""
    return name in _MODULES or _FIND_MODULE.match(name) is not None
