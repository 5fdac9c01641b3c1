/**
 * What a refusing violation puts in doubt besides the request: the client that sent it, the authorization code in it,
 * or its DPoP proof. Whatever is in doubt is not used up, or, for a code, becomes worthless.
 */
export type Concern = 'client' | 'code' | 'dpop_proof'
