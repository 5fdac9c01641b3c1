import type { TrustKeys, TrustRole } from '../../../ports/trust'
import { listOperator, testOrganization } from '../../organization'
import { trustAddress } from '../../trust-addresses'
import type {
  LangText,
  LangUri,
  ListAndSchemeInformation,
  OtherLotePointer,
  PostalAddress,
  ServiceInformation,
  TrustedEntity,
} from '../lote'
import {
  listTerritory,
  loteProfiles,
  loteVersion,
  registerService,
  type TrustListName,
  trustListNames,
} from '../profiles'

/** The roles whose authorities each list contains. Wallet providers have an authority of their own; lists have none. */
const listedRoles: Readonly<Record<TrustListName, readonly TrustRole[]>> = {
  'pid-providers': ['pid'],
  'wallet-providers': [],
  'access-certificate-providers': ['access'],
  'registration-certificate-providers': ['registrar'],
  'pub-eaa-providers': ['pid'],
  registrars: ['registrar'],
  lists: [],
}

/**
 * The certificates of this installation that a list anchors, base64 DER; for the list of lists, the operator of the
 * others.
 */
export const listedAnchors = (list: TrustListName, keys: ListedKeys): readonly string[] => {
  if (list === 'lists') return keys.operator.x5c.slice(0, 1)
  if (list === 'wallet-providers') return [keys.walletProvider.der]
  return listedRoles[list].map((role) => keys.anchor(role).der)
}

/** The keys behind listed certificates. */
export type ListedKeys = Pick<TrustKeys, 'anchor' | 'operator' | 'walletProvider'>

/** Scope of a list: the installation, one session, or a lasting alias. */
export type ListScope =
  | { readonly kind: 'installation' }
  | { readonly kind: 'session'; readonly trustId: string }
  | { readonly kind: 'alias'; readonly alias: string }

/** Base address of the lists of a scope. */
function listsBase(baseUrl: string, scope: ListScope): string {
  switch (scope.kind) {
    case 'installation':
      return `${baseUrl}/trust/lists`
    case 'session':
      return `${trustAddress.session(baseUrl, scope.trustId)}/lists`
    case 'alias':
      return `${baseUrl}/trust/a/${scope.alias}/lists`
  }
}

/** The address of a list. */
const listUri = (baseUrl: string, scope: ListScope, list: TrustListName): string =>
  `${listsBase(baseUrl, scope)}/${list}.jwt`

/** Storage key for the releases of a list, separate for each scope. */
export const releaseKey = (scope: ListScope, list: TrustListName): string => {
  switch (scope.kind) {
    case 'installation':
      return `list/${list}`
    case 'session':
      return `list/s/${scope.trustId}/${list}`
    case 'alias':
      return `list/a/${scope.alias}/${list}`
  }
}

/** Content of a list, without the members that change with each release. */
export interface LoteContent {
  readonly information: Omit<ListAndSchemeInformation, 'LoTESequenceNumber' | 'ListIssueDateTime' | 'NextUpdate'>
  readonly entities: readonly TrustedEntity[]
}

/** Where a list is published, and its keys. */
export interface ListMaking {
  readonly baseUrl: string
  readonly scope: ListScope
  readonly keys: ListedKeys
}

/** Notification date of the public bodies, fictitious as they are. */
const notifiedSince = '2026-01-01T00:00:00Z'

/**
 * Content of a list: its scheme with every member of the JSON schema except extensions, and one trusted entity.
 * @see E602-6.3, E602-6.5, E602-6.6
 */
export const listContent = (list: TrustListName, making: ListMaking): LoteContent => ({
  information: schemeInformation(list, making),
  entities: [trustedEntity(list, making)],
})

function schemeInformation(list: TrustListName, making: ListMaking): LoteContent['information'] {
  const { baseUrl, scope } = making
  const profile = loteProfiles[list]
  const period = profile.historicalInformationPeriod
  return {
    LoTEVersionIdentifier: loteVersion,
    LoTEType: profile.type,
    SchemeOperatorName: english(listOperator.name),
    SchemeOperatorAddress: {
      SchemeOperatorPostalAddress: [postalAddress],
      SchemeOperatorElectronicAddress: electronicAddresses(baseUrl),
    },
    SchemeName: english(`${listTerritory}:${titles[list]}`),
    SchemeInformationURI: englishUri(trustAddress.information(baseUrl)),
    StatusDeterminationApproach: profile.statusDetermination,
    SchemeTypeCommunityRules: englishUri(profile.communityRules),
    SchemeTerritory: listTerritory,
    PolicyOrLegalNotice: [{ LoTEPolicy: { lang: 'en', uriValue: trustAddress.policy(baseUrl) } }],
    ...(period === null ? {} : { HistoricalInformationPeriod: period }),
    ...(profile.pointers ? { PointersToOtherLoTE: pointedAt(list).map((one) => pointer(one, making)) } : {}),
    DistributionPoints: [listUri(baseUrl, scope, list)],
  }
}

const titles: Readonly<Record<TrustListName, string>> = {
  'pid-providers': 'Test list of PID providers',
  'wallet-providers': 'Test list of wallet providers',
  'access-certificate-providers': 'Test list of providers of access certificates',
  'registration-certificate-providers': 'Test list of providers of registration certificates',
  'pub-eaa-providers': 'Test list of public sector bodies that issue attestations',
  registrars: 'Test list of registrars and registers',
  lists: 'Test list of these lists',
}

/** A list points to itself, the list of lists to all others. */
const pointedAt = (list: TrustListName): readonly TrustListName[] =>
  list === 'lists' ? trustListNames.filter((one) => one !== list) : [list]

/** @see E602-6.3.13 */
function pointer(list: TrustListName, { baseUrl, scope, keys }: ListMaking): OtherLotePointer {
  const { type, communityRules } = loteProfiles[list]
  return {
    LoTELocation: listUri(baseUrl, scope, list),
    ServiceDigitalIdentities: [identity(listedAnchors('lists', keys))],
    LoTEQualifiers: [
      {
        LoTEType: type,
        SchemeOperatorName: english(listOperator.name),
        SchemeTypeCommunityRules: englishUri(communityRules),
        SchemeTerritory: listTerritory,
        MimeType: 'application/jwt',
      },
    ],
  }
}

/** @see E602-6.5 */
function trustedEntity(list: TrustListName, making: ListMaking): TrustedEntity {
  const { baseUrl } = making
  const prefix = loteProfiles[list].entityUriPrefix
  return {
    TrustedEntityInformation: {
      TEName: english(entityNames[list] ?? testOrganization.legalName),
      TETradeName: english(testOrganization.identifier),
      TEAddress: { TEPostalAddress: [postalAddress], TEElectronicAddress: electronicAddresses(baseUrl) },
      TEInformationURI: [
        ...englishUri(trustAddress.information(baseUrl)),
        ...(prefix === null ? [] : englishUri(`${prefix}${testOrganization.country}`)),
      ],
    },
    TrustedEntityServices: servicesOf(list, making).map((service) => ({ ServiceInformation: service })),
  }
}

/** Entity names that differ from the organisation's. */
const entityNames: { readonly [List in TrustListName]?: string } = {
  'wallet-providers': 'Wallet Capture Reference Wallet',
  lists: listOperator.name,
}

function servicesOf(list: TrustListName, { baseUrl, keys }: ListMaking): readonly ServiceInformation[] {
  const { services, statuses } = loteProfiles[list]
  const anchors = listedAnchors(list, keys)
  if (list === 'registrars') return [register(baseUrl, anchors)]
  // The JSON schema requires an entity on every list. This service has no type, so it anchors nothing.
  if (services === null) return [service('Publication of lists of trusted entities', anchors)]
  const status = statuses === null ? {} : { ServiceStatus: statuses.notified, StatusStartingTime: notifiedSince }
  return [
    { ...service(`Issuance: ${titles[list]}`, anchors), ServiceTypeIdentifier: services.issuance, ...status },
    { ...service(`Revocation: ${titles[list]}`, anchors), ServiceTypeIdentifier: services.revocation, ...status },
  ]
}

const register = (baseUrl: string, certificates: readonly string[]): ServiceInformation => ({
  ...service('Test register of wallet-relying parties', certificates),
  ServiceTypeIdentifier: registerService,
  ServiceSupplyPoints: [{ ServiceType: registerService, uriValue: trustAddress.registrar(baseUrl) }],
})

const service = (name: string, certificates: readonly string[]): ServiceInformation => ({
  ServiceName: english(name),
  ServiceDigitalIdentity: identity(certificates),
})

const identity = (certificates: readonly string[]) => ({ X509Certificates: certificates.map((val) => ({ val })) })

const postalAddress: PostalAddress = {
  lang: 'en',
  StreetAddress: 'Via di prova 1',
  Locality: 'Roma',
  PostalCode: '00100',
  Country: testOrganization.country,
}

/** A mailbox and a web page. @see E602-6.5.3 */
const electronicAddresses = (baseUrl: string): LangUri[] => [
  ...englishUri(`mailto:trust@${new URL(baseUrl).hostname}`),
  ...englishUri(trustAddress.support(baseUrl)),
]

const english = (value: string): LangText[] => [{ lang: 'en', value }]

const englishUri = (uriValue: string): LangUri[] => [{ lang: 'en', uriValue }]
