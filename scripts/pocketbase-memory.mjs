/**
 * How PocketBase's runtime trades memory for CPU time, unless the environment says otherwise: it cleans up once its memory
 * is five times what it still needs, not twice, and as often as before where that would take more than 256 MiB. A commit makes
 * much that is needed no longer once it is done. https://pkg.go.dev/runtime#hdr-Environment_Variables
 */
export const pocketbaseMemory = { GOGC: '400', GOMEMLIMIT: '256MiB' }
