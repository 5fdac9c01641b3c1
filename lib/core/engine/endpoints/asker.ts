/** Who sends a request: with or without the operator token; `anybody` if no token is configured. */
export type Asker = 'operator' | 'stranger' | 'anybody'
