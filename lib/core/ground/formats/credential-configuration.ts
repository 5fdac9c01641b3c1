import type { OwnCredential } from './own-credential'

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
  /** What it says where it is no test PID. */
  readonly own?: OwnCredential
}

/** Whether its credentials are bound to a key of the wallet, which proves that it has it. OID4VCI-1FINAL-12.2.4 */
export const isBound = ({ own }: Pick<CredentialConfiguration, 'own'>): boolean => own?.bound !== false
