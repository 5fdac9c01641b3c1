/** Subject syntaxes of an ID Token whose key can be found without a request of our own. SIOP2-8 */
export const subjectSyntaxes = ['urn:ietf:params:oauth:jwk-thumbprint', 'did:jwk', 'did:key'] as const
