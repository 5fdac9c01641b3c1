/** The lists that this service publishes, by the names that stand in their addresses. */
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

/** Whether a text is the name of one of our lists. */
export const isTrustListName = (text: string): text is TrustListName => trustListNames.some((name) => name === text)

/** What the trusted entities of a list provide: a service that issues, and one that tells what is revoked. */
interface ServiceTypes {
  readonly issuance: string
  readonly revocation: string
}

/** What a kind of list must say of itself. Readers compare the URIs exactly. */
export interface LoteProfile {
  readonly type: string
  readonly statusDetermination: string
  readonly communityRules: string
  /** `null` where the services are of another sort: a register, or a list. */
  readonly services: ServiceTypes | null
  /** `TEInformationURI` has it with the country of the provider behind it; `null` where nobody asks for one. */
  readonly entityUriPrefix: string | null
  /** Days that former services stay on the list; `null` where the member must be absent. */
  readonly historicalInformationPeriod: number | null
  /** Whether `PointersToOtherLoTE` may be there. */
  readonly pointers: boolean
  /** What a service whose trust holds has as its status, and one that lost it; `null` where no service has a status. */
  readonly statuses: { readonly notified: string; readonly withdrawn: string } | null
}

const etsi = 'http://uri.etsi.org/19602'

/** The territory of every list of the EU, and so the country of its operator's certificate. @see E602-6.8 */
export const listTerritory = 'EU'

/** @see E602-6.3.1 */
export const loteVersion = 1

/** What a service on the list of registrars is. */
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
 * The profile of each list. Two URIs look misspelt, and are what the EU library and `@owf/eudi-lote` both ask for: the
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
  // The type that DSS, the library of the Commission, gives a list of lists. It says that the other two are preliminary.
  lists: {
    ...providers('ListOfLists', { services: null, entityUriPrefix: null }),
    type: `${etsi}/LoTEType/EUlistofthelists`,
  },
}
