/** Who asks for a place in something that all clients of the installation share. */
export interface Seeker {
  readonly remoteAddress: string
  /** The request has the operator token; false where none is configured. */
  readonly isOperator: boolean
}

/** Why there is none: the seeker's network has its share, strangers have all that is not the operator's, or there are no more. */
export type Lack = 'network' | 'strangers' | 'all'

/** No place, and why not, as a sentence too. */
export interface NoPlace {
  readonly lack: Lack
  readonly because: string
}
