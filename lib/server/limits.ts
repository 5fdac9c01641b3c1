/** Bytes that the header section may have: wallet attestations, a DPoP proof and an access token fit well. */
export const headerBytesMax = 32 * 1024
