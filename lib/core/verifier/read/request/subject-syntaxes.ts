/** Subjects of an ID Token whose key is at hand without a request of our own. SIOP2-8 */
export const subjectSyntaxes = ['urn:ietf:params:oauth:jwk-thumbprint', 'did:jwk', 'did:key'] as const
