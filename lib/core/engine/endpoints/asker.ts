/** Who sends a request: somebody with the operator token, or somebody without; `anybody` where none is set. */
export type Asker = 'operator' | 'stranger' | 'anybody'
