import type { KeyScope, OrganizationKey } from './organization-keys'

/** An organisation that asks with a key of its own. */
export interface AskingOrganization {
  readonly kind: 'organization'
  /** Id of its record. */
  readonly organization: string
  readonly namespace: string
  readonly name: string
  readonly keyId: string
  readonly keyPrefix: string
  readonly scopes: readonly KeyScope[]
}

/** Who asks with a key: the operator, who may all, or one organisation. */
export type Asking = { readonly kind: 'operator' } | AskingOrganization

/** The organisation that asks with a valid key of its own. */
export const askingOf = ({ id, prefix, organization, scopes }: OrganizationKey): AskingOrganization => ({
  kind: 'organization',
  organization: organization.id,
  namespace: organization.namespace,
  name: organization.name,
  keyId: id,
  keyPrefix: prefix,
  scopes,
})

/** True for what belongs to who asks: everything is the operator's. */
export const isTheirs = (asking: Asking, namespace: string): boolean =>
  asking.kind === 'operator' || asking.namespace === namespace

/** What was found, if it belongs to who asks; otherwise `null`, as if nothing had been found. */
export const onlyTheirs = <Found>(
  asking: Asking,
  found: Found | null,
  namespaceOf: (found: Found) => string,
): Found | null => (found !== null && isTheirs(asking, namespaceOf(found)) ? found : null)

/** True if the key of who asks has a scope. */
export const hasScope = (asking: Asking, scope: KeyScope): boolean =>
  asking.kind === 'operator' || asking.scopes.includes(scope)

/** Who asks, in the words of the audit. */
export const actorOf = (asking: Asking): string => (asking.kind === 'operator' ? 'operator' : `key ${asking.keyPrefix}`)

/** The organisation that may know only its own and what is public; `null` for the operator, who may know all. */
export const viewerOf = (asking: Asking): string | null => (asking.kind === 'operator' ? null : asking.namespace)
