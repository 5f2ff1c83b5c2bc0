# Sourced by the scripts beside it.

root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd)
packaging=$root/packaging

# Compilers at once: one per processor, but no more than have 1.5 GB of free RAM each.
compile_jobs() {
    local processors by_memory
    processors=$(nproc)
    by_memory=$(awk '/^MemAvailable:/ { print int($2 / 1.5e6) }' /proc/meminfo)
    ((by_memory >= 1)) || by_memory=1
    echo $((by_memory < processors ? by_memory : processors))
}

# build_folder PRESET
build_folder() {
    case $1 in
    release) echo "$root/build" ;;
    *) echo "$root/build/$1" ;;
    esac
}

# configure PRESET [CMAKE OPTION]...
configure() {
    local preset=$1 cache
    shift
    # The cache remembers where the sources were: after a move of the whole folder it must be made anew.
    cache=$(build_folder "$preset")/CMakeCache.txt
    if [[ -f $cache ]] && ! grep --quiet --line-regexp --fixed-strings "CMAKE_HOME_DIRECTORY:INTERNAL=$root" "$cache"; then
        set -- "$@" --fresh
    fi
    # An empty launcher is none; said each time, because ccache may have come or gone since the last time.
    set -- "$@" "-DCMAKE_CXX_COMPILER_LAUNCHER=$(command -v ccache || true)"
    (cd -- "$root" && cmake --preset "$preset" --log-level=NOTICE "$@")
}

# compile PRESET [TARGET]...: all targets where none is named.
compile() {
    local preset=$1
    shift
    cmake --build "$(build_folder "$preset")" --parallel "$(compile_jobs)" ${1+--target "$@"}
}
