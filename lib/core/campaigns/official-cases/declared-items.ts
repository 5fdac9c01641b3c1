/** Whether an item is a yes or no, or a list of supported values. */
type ItemKind = 'boolean' | 'list'

interface DeclaredItem {
  readonly kind: ItemKind
  /** A sentence that is true if the item is declared. */
  readonly title: string
  /** The specification text that leaves the choice to the wallet. */
  readonly reference: string
}

/**
 * Everything that a manufacturer may declare about a wallet: where the framework or a specification leaves it a choice.
 * What is not declared is unknown, which is not a no.
 */
export const declaredItems = {
  sd_jwt_vc: { kind: 'boolean', title: 'Presents credentials in the format dc+sd-jwt', reference: 'HAIP 5.3.2' },
  mdoc: { kind: 'boolean', title: 'Presents credentials in the format mso_mdoc', reference: 'HAIP 5.3.1' },
  redirect_flow: { kind: 'boolean', title: 'Takes requests by link and redirect', reference: 'HAIP 5.1' },
  dc_api: { kind: 'boolean', title: 'Takes requests by the Digital Credentials API', reference: 'HAIP 5.2' },
  same_device: {
    kind: 'boolean',
    title: 'Takes requests from a browser of the same device',
    reference: 'OpenID4VP 3.1',
  },
  aki: { kind: 'boolean', title: 'Matches trusted authorities of type aki', reference: 'OpenID4VP 6.1.1.1' },
  etsi_tl: { kind: 'boolean', title: 'Matches trusted authorities of type etsi_tl', reference: 'OpenID4VP 6.1.1.2' },
  status_list_jwt: {
    kind: 'boolean',
    title: 'Reads status lists in the format of JWT',
    reference: 'Token Status List 5.1',
  },
  status_list_cwt: {
    kind: 'boolean',
    title: 'Reads status lists in the format of CWT',
    reference: 'Token Status List 5.2',
  },
  unbound_credentials: {
    kind: 'boolean',
    title: 'Presents credentials without holder binding',
    reference: 'OpenID4VP 5.3',
  },
  scope: { kind: 'boolean', title: 'Takes scope in place of a query', reference: 'OpenID4VP 5.5' },
  request_encryption: { kind: 'boolean', title: 'Takes encrypted requests', reference: 'OpenID4VP 5.10' },
  transaction_types: { kind: 'list', title: 'Types of transaction data', reference: 'OpenID4VP 8.4' },
  verifier_info_formats: { kind: 'list', title: 'Formats of verifier_info', reference: 'OpenID4VP 5.11' },
  client_id_prefixes: { kind: 'list', title: 'Client Identifier Prefixes', reference: 'OpenID4VP 5.9.3' },
  digest_algs: {
    kind: 'list',
    title: 'Hash algorithms of digests in credentials and transactions',
    reference: 'SD-JWT 4.1.1',
  },
  request_signing_algs: {
    kind: 'list',
    title: 'Algorithms of request signatures',
    reference: 'OpenID4VP 10, request_object_signing_alg_values_supported',
  },
  enc_values: { kind: 'list', title: 'Content encryption of responses', reference: 'OpenID4VP 8.3' },
  offer_schemes: { kind: 'list', title: 'Schemes of links to credential offers', reference: 'HAIP 4.2' },
  request_schemes: { kind: 'list', title: 'Schemes of links to presentation requests', reference: 'HAIP 5.1' },
  proof_types: { kind: 'list', title: 'Types of key proofs in credential requests', reference: 'OpenID4VCI F' },
  issuer_initiated: { kind: 'boolean', title: 'Takes credential offers of issuers', reference: 'OpenID4VCI 4' },
  par_request_object: {
    kind: 'boolean',
    title: 'Sends a signed Request Object to the PAR endpoint',
    reference: 'RFC 9126 3',
  },
  request_uri_method_post: {
    kind: 'boolean',
    title: 'Takes request_uri_method post',
    reference: 'OpenID4VP 5.10',
  },
} as const satisfies Readonly<Record<string, DeclaredItem>>

export type ItemName = keyof typeof declaredItems
export const itemNames = Object.keys(declaredItems) as readonly ItemName[]

/** A manufacturer's declaration; an absent item is unknown. */
export type DeclaredValues = { readonly [Name in ItemName]?: boolean | readonly string[] }
