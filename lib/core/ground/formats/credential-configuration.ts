/** Text in one of the languages that our metadata speaks. */
export interface LocalizedText {
  readonly en: string
  readonly it: string
}

/** What is issued, in the words of its format. OID4VCI-1FINALA-A.2.2, OID4VCI-1FINALA-A.3.2 */
export type CredentialType =
  | { readonly format: 'dc+sd-jwt'; readonly vct: string }
  | { readonly format: 'mso_mdoc'; readonly doctype: string }

/** One entry of `credential_configurations_supported`. */
export type CredentialConfiguration = CredentialType & {
  /** Key of the entry, and its `scope`: each scope stands for one configuration of one issuer. HAIP-4.1 */
  readonly id: string
  readonly name: LocalizedText
}
