/** The published lists, by the names in their addresses. */
export const trustListNames = [
  'pid-providers',
  'wallet-providers',
  'access-certificate-providers',
  'registration-certificate-providers',
  'pub-eaa-providers',
  'registrars',
  'lists',
] as const

export type TrustListName = (typeof trustListNames)[number]

/** True for the name of one of our lists. */
export const isTrustListName = (text: string): text is TrustListName => trustListNames.some((name) => name === text)

/** Service types of the trusted entities on a list: issuance and revocation. */
interface ServiceTypes {
  readonly issuance: string
  readonly revocation: string
}

/** Required values of a kind of list. Readers compare the URIs exactly. */
export interface LoteProfile {
  readonly type: string
  readonly statusDetermination: string
  readonly communityRules: string
  /** `null` for services of another sort: a register or a list. */
  readonly services: ServiceTypes | null
  /** Prefix of the country in `TEInformationURI`; `null` if no such URI is required. */
  readonly entityUriPrefix: string | null
  /** Days for which former services stay listed; `null` if the member must be absent. */
  readonly historicalInformationPeriod: number | null
  /** Whether `PointersToOtherLoTE` is allowed. */
  readonly pointers: boolean
  /** Status of a trusted service, and of a withdrawn one; `null` if services have no status. */
  readonly statuses: { readonly notified: string; readonly withdrawn: string } | null
}

const etsi = 'http://uri.etsi.org/19602'

/** Territory of every EU list, and so the country of its operator's certificate. @see E602-6.8 */
export const listTerritory = 'EU'

/** @see E602-6.3.1 */
export const loteVersion = 1

/** Service type on the list of registrars. */
export const registerService = `${etsi}/SvcType/Register`

const services = (kind: string): ServiceTypes => ({
  issuance: `${etsi}/SvcType/${kind}/Issuance`,
  revocation: `${etsi}/SvcType/${kind}/Revocation`,
})

const providers = (
  list: string,
  given: Pick<LoteProfile, 'services' | 'entityUriPrefix'> & Partial<LoteProfile>,
): LoteProfile => ({
  type: `${etsi}/LoTEType/EU${list}`,
  statusDetermination: `${etsi}/${list}/StatusDetn/EU`,
  communityRules: `${etsi}/${list}/schemerules/EU`,
  historicalInformationPeriod: null,
  pointers: true,
  statuses: null,
  ...given,
})

const entityUri = (role: string) => `${etsi}/ListOfTrustedEntities/${role}Provider/`

/**
 * The profile of each list. Two URIs look misspelt but are what the EU library and `@owf/eudi-lote` both require: the
 * community rules of the PID list and the status determination of the WRPRC list.
 * @see E602-D for the PID list, E602-E wallets, E602-F WRPAC, E602-G WRPRC, E602-H PubEAA
 */
export const loteProfiles: Readonly<Record<TrustListName, LoteProfile>> = {
  'pid-providers': providers('PIDProvidersList', {
    communityRules: `${etsi}/PIDProviders/schemerules/EU`,
    services: services('PID'),
    entityUriPrefix: entityUri('PID'),
  }),
  'wallet-providers': providers('WalletProvidersList', {
    services: services('WalletSolution'),
    entityUriPrefix: entityUri('Wallet'),
  }),
  'access-certificate-providers': providers('WRPACProvidersList', {
    services: services('WRPAC'),
    entityUriPrefix: entityUri('WRPAC'),
  }),
  'registration-certificate-providers': providers('WRPRCProvidersList', {
    statusDetermination: `${etsi}/WRPRCrovidersList/StatusDetn/EU`,
    services: services('WRPRC'),
    entityUriPrefix: entityUri('WRPRC'),
  }),
  'pub-eaa-providers': providers('PubEAAProvidersList', {
    services: services('PubEAA'),
    entityUriPrefix: entityUri('PubEAA'),
    historicalInformationPeriod: 65_535,
    pointers: false,
    statuses: {
      notified: `${etsi}/PubEAAProvidersList/SvcStatus/notified`,
      withdrawn: `${etsi}/PubEAAProvidersList/SvcStatus/withdrawn`,
    },
  }),
  registrars: providers('RegistrarsAndRegistersList', { services: null, entityUriPrefix: null }),
  // The type that DSS, the Commission's library, gives a list of lists. It calls the other two preliminary.
  lists: {
    ...providers('ListOfLists', { services: null, entityUriPrefix: null }),
    type: `${etsi}/LoTEType/EUlistofthelists`,
  },
}
