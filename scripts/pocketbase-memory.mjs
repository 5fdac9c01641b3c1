/**
 * How PocketBase's Go runtime trades memory for CPU time, unless the environment says otherwise: it collects once the
 * heap has grown to five times the live data instead of twice, and as often as by default if that would take more than
 * 256 MiB. A commit allocates much that is garbage right after it. https://pkg.go.dev/runtime#hdr-Environment_Variables
 */
export const pocketbaseMemory = { GOGC: '400', GOMEMLIMIT: '256MiB' }
