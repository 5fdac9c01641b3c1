import type { ExpectName } from '../../engine/deviations/deviation'
import type { RequestContext } from '../../engine/endpoints/request-context'
import { issuerConfigurations } from '../../issuer/configurations'
import type { Ports } from '../../shared/ports/ports'
import type { IssuanceSession, TransactionTemplate } from '../../shared/ports/store-types'
import type { JsonObject } from '../../shared/values/json'
import { namesItsHost } from '../../verifier/identity/verifier-client-id'

/** The properties of an installation that decide which presets can run. */
export interface Installation {
  readonly baseUrl: string
  /** Its verifier certificate names its host. */
  readonly namesHost: boolean
  /** It maps a scope to a query. */
  readonly hasScope: boolean
  /** It takes no mutations, whoever asks. */
  readonly refusesMutations?: true
}

/** Cached by certificate chain, which takes long to parse. */
const naming = new WeakMap<readonly string[], string>()

/** The properties of this installation. */
export function installationOf(context: Pick<RequestContext, 'settings' | 'ports'>): Installation {
  const { settings, ports } = context
  const { x5c } = ports.verifierKeys.requestSigner
  const isKnown = naming.get(x5c) === settings.baseUrl
  const namesHost = isKnown || namesItsHost(context)
  // Reading may fail because a request used up its budget, so only successes are cached.
  if (namesHost) naming.set(x5c, settings.baseUrl)
  return {
    baseUrl: settings.baseUrl,
    namesHost,
    hasScope: settings.scopeAliases.size > 0,
    ...(settings.mutations === 'off' ? { refusesMutations: true as const } : {}),
  }
}

/** What a preset's body may use from the installation. */
export interface PresetFacts {
  /** AuthorityKeyIdentifier of the certificates that sign this installation's credentials, base64url. */
  readonly authorityKeyIdentifier: string
  /** A scope that this installation maps to a query; `null` if there is none. */
  readonly scopeAlias: string | null
  /**
   * AuthorityKeyIdentifiers of the certificates that signed the credential of the followed session, leaf first; empty
   * if there is none.
   */
  readonly followedAuthorities?: readonly string[]
  /** The type of the credential of the followed session, where it has types of its own. */
  readonly followedType?: string
  /** The type that this type extends, if it extends one. */
  readonly followedParent?: string
  /** The transaction of the campaign; absent if there is none. */
  readonly transactionTemplate?: TransactionTemplate
}

/**
 * What a list of presets shows for values that only the followed session has: names in braces, which are no values.
 * A session of a campaign always has the values.
 */
export const unfollowed = {
  type: '{vct_of_the_followed_session}',
  parent: '{extends_of_the_followed_session}',
  authority: '{authority_key_identifier_of_the_followed_session}',
} as const

/** A named session request: one thing to test a wallet with. It is only a body, so nothing about it is hidden. */
export interface Preset {
  /** Public and permanent, like the id of a check. */
  readonly id: string
  readonly kind: 'issuance' | 'presentation'
  /** What is tested, in a sentence. */
  readonly title: string
  /** `refusal`: a good wallet does not answer, or does not continue. `report`: no specification says what it does. */
  readonly expects: ExpectName
  /** What a person must do or provide; absent if nothing. */
  readonly person?: string
  /**
   * Uses the transaction of its campaign. `optional`: falls back to a made-up type. Any other value: a campaign
   * includes it only with a template that defines that.
   */
  readonly transaction?: 'optional' | 'entry' | 'required_field' | 'out_of_range'
  /** The user stops the wallet, even where a driver approves everything else. */
  readonly userStops?: true
  /** Cannot run unless the installation has an https address. */
  readonly needsHttps?: true
  /** Cannot run unless a verifier certificate names the installation's host. */
  readonly needsHostName?: true
  /** Cannot run unless the installation maps a scope to a query. */
  readonly needsScope?: true
  /** Its body has mutations, which an installation may refuse. */
  readonly needsMutations?: true
  /** The preset whose credential this presentation asks back; a campaign runs it before. Absent if none. */
  readonly follows?: string
  /** What that session issued is revoked when this one is created. */
  readonly revokes?: true
  readonly body: (facts: PresetFacts) => JsonObject
}

/** Whether sessions of a preset show anything at an installation. */
export const isPossibleAt = (
  { needsHttps, needsHostName }: Pick<Preset, 'needsHttps' | 'needsHostName'>,
  { baseUrl, namesHost }: Pick<Installation, 'baseUrl' | 'namesHost'>,
): boolean => (needsHttps === undefined || baseUrl.startsWith('https:')) && (needsHostName === undefined || namesHost)

/** Whether a campaign of an installation can include a preset: without its scope, the body is only an example. */
export const canRunAt = (preset: Preset, installation: Installation): boolean =>
  missingAt(preset, () => installation) === null

/**
 * What a preset needs that the installation lacks, in words; `null` if nothing. Looks at the installation only if the
 * preset needs something.
 */
export function missingAt(
  {
    needsHttps,
    needsHostName,
    needsScope,
    needsMutations,
  }: Pick<Preset, 'needsHttps' | 'needsHostName' | 'needsScope' | 'needsMutations'>,
  installation: () => Installation,
): string | null {
  if (needsHttps && !isPossibleAt({ needsHttps }, installation())) return 'an https address of this service'
  if (needsHostName && !isPossibleAt({ needsHostName }, installation()))
    return 'a certificate of the verifier that names its host'
  if (needsMutations && installation().refusesMutations) return 'the setting MUTATIONS on'
  return needsScope && !installation().hasScope ? 'a scope that this service maps to a query' : null
}

/** What a preset needs that the template lacks, as a member of `POST /campaigns`; `null` if nothing. */
export function missingOfTemplate(
  { transaction }: Pick<Preset, 'transaction'>,
  template: TransactionTemplate | undefined,
): string | null {
  if (transaction === undefined || transaction === 'optional') return null
  if (template === undefined) return 'transaction_template'
  if (transaction === 'required_field' && template.requiredField === undefined)
    return 'transaction_template.required_field'
  return transaction === 'out_of_range' && template.outOfRange === undefined
    ? 'transaction_template.out_of_range'
    : null
}

/** Asks the tester to replace a made-up type. */
const ownTransaction = 'Replace com.example.payment with a transaction type that the wallet knows.'

/** What a person must do or provide for a session of a preset; `null` if nothing. */
export function personWords(
  { person, transaction }: Pick<Preset, 'person' | 'transaction'>,
  template: TransactionTemplate | undefined,
): string | null {
  const words = [
    ...(transaction !== undefined && template === undefined ? [ownTransaction] : []),
    ...(person === undefined ? [] : [person]),
  ]
  return words.length === 0 ? null : words.join(' ')
}

/** Builds presets of one kind whose body needs nothing from the installation. */
export const fixed =
  (kind: Preset['kind'], expects: Preset['expects'], common: JsonObject) =>
  (id: string, title: string, body: JsonObject, person?: string): Preset => ({
    id,
    kind,
    title,
    expects,
    ...(person === undefined ? {} : { person }),
    body: () => ({ ...common, ...body }),
  })

/** A title as a heading: a single sentence loses its full stop, several keep theirs. */
export const asHeading = (title: string): string => (title.includes('. ') ? title : title.replace(/\.$/, ''))

/** Cached by certificate chain, which does not change while the service runs and takes long to parse. */
const authorityKeyIdentifiers = new WeakMap<readonly unknown[], string>()

/** What preset bodies use from this installation, its campaign, and the session that a presentation follows, if any. */
export function presetFacts(
  { ports, settings }: Pick<RequestContext, 'ports' | 'settings'>,
  followed: IssuanceSession | null = null,
  template?: TransactionTemplate,
): PresetFacts {
  // All issuers sign under one root, so every certificate names the same key.
  const { x5c } = ports.issuerKeys(issuerConfigurations[0].id).credential
  return {
    authorityKeyIdentifier: authorityKeyIdentifiers.get(x5c) ?? readAuthorityKeyIdentifier(x5c, ports),
    scopeAlias: [...settings.scopeAliases.keys()][0] ?? null,
    ...(followed?.laboratory === undefined
      ? {}
      : {
          followedAuthorities: authoritiesIn(followed.laboratory.certificates.credential, ports),
          ...typeIn(followed.laboratory.options.credentials?.[0]),
        }),
    ...(template === undefined ? {} : { transactionTemplate: template }),
  }
}

const typeIn = (
  type: { readonly vct?: string | undefined; readonly extends?: string | undefined } | undefined,
): Pick<PresetFacts, 'followedType' | 'followedParent'> => ({
  ...(type?.vct === undefined ? {} : { followedType: type.vct }),
  ...(type?.extends === undefined ? {} : { followedParent: type.extends }),
})

/** The key identifier of each certificate's issuer. OID4VP-1FINAL-6.1.1.1 */
function authoritiesIn(x5c: readonly string[], ports: Ports): readonly string[] {
  const chain = ports.trustAnchors('credential_issuer')(x5c)
  return chain.readable ? chain.certificates.map(({ authorityKeyIdentifier }) => authorityKeyIdentifier ?? '') : []
}

function readAuthorityKeyIdentifier(x5c: readonly string[], ports: Ports): string {
  const chain = ports.trustAnchors('credential_issuer')(x5c)
  const identifier = (chain.readable && chain.certificates[0].authorityKeyIdentifier) || ''
  // May be empty because a request used up its budget. The next request may succeed, so do not cache that.
  if (identifier !== '') authorityKeyIdentifiers.set(x5c, identifier)
  return identifier
}
