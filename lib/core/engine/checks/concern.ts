/**
 * What a refusing violation puts in doubt besides the request: the client that sent it, the authorization code in it,
 * or its DPoP proof. Whatever is in doubt is not spent; a code is invalidated instead.
 */
export type Concern = 'client' | 'code' | 'dpop_proof'
