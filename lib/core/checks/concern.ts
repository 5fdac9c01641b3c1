/**
 * What a violation that calls for a refusal puts in doubt beside the request: the client that sent it, the authorization
 * code in it, or the DPoP proof with it. What is in doubt is not used up, or, for a code, worth nothing any more.
 */
export type Concern = 'client' | 'code' | 'dpop_proof'
