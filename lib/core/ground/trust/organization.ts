/** The organisation that this installation is in the European trust framework. It is made up, like the persons it knows. */
export const testOrganization = {
  /** Legal name. */
  legalName: 'Wallet Capture',
  /** Semantics identifier of a legal person. EN 319 412-1 section 5.1.4 */
  identifier: 'NTRIT-WALLETCAPTURE',
  country: 'IT',
  /** What it does: the names of its services, each with the trade name that people read. */
  services: {
    verifier: { id: 'verifier', tradeName: 'Wallet Capture Verifier' },
    issuer: { id: 'issuer', tradeName: 'Wallet Capture Issuer' },
  },
} as const

export type TrustService = keyof typeof testOrganization.services

/** Who signs the lists: territory and name are those of the lists. */
export const listOperator = { territory: 'EU', name: 'Wallet Capture Test List Operator' } as const
