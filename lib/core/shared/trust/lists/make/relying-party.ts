import type { JsonObject } from '../../../values/json'
import { type TrustService, testOrganization } from '../../organization'
import { trustAddress } from '../../trust-addresses'

/** An intended use registered for a session, as the register returns it. */
export interface RegisteredUse {
  readonly id: string
  /** `YYYY-MM-DD`. */
  readonly createdAt: string
  readonly purpose: string
  readonly credentials: readonly {
    readonly format: string
    readonly meta: JsonObject
    readonly paths: readonly JsonObject['path'][]
  }[]
}

const entitlement = 'https://uri.etsi.org/19475/Entitlement/'
const entitlements: Readonly<Record<TrustService, readonly string[]>> = {
  verifier: [`${entitlement}Service_Provider`],
  issuer: [`${entitlement}PID_Provider`, `${entitlement}Non_Q_EAA_Provider`],
}

/**
 * Our organisation as a register entry, with an optional intended use and without physical addresses. Services and
 * intended uses are named as in registers after TS5 1.5.
 * @see TS5-2.1, TS5-3.2.1
 */
export const relyingParty = (baseUrl: string, use: RegisteredUse | null): JsonObject => ({
  identifier: [{ identifier: testOrganization.identifier, type: 'http://data.europa.eu/eudi/id/EUID' }],
  legalPerson: { legalName: [testOrganization.legalName] },
  country: testOrganization.country,
  infoURI: [trustAddress.information(baseUrl)],
  policy: [{ type: privacyStatement, policyURI: trustAddress.privacy(baseUrl) }],
  tradeName: testOrganization.legalName,
  isPSB: false,
  supervisoryAuthority: {
    name: 'Test authority of Wallet Capture',
    country: testOrganization.country,
    formURI: [trustAddress.privacy(baseUrl)],
  },
  supportURI: [trustAddress.support(baseUrl)],
  registryURI: trustAddress.registrar(baseUrl),
  services: (['verifier', 'issuer'] as const).map((service) => ({
    serviceTradeName: testOrganization.services[service].tradeName,
    serviceIdentifier: testOrganization.services[service].id,
    supportURI: trustAddress.support(baseUrl),
    srvDescription: [[{ lang: 'en', content: 'Tests of wallets with test data' }]],
    entitlements: [...entitlements[service]],
    isIntermediary: false,
    ...(service === 'verifier' && use !== null ? { intendedUses: [intendedUse(baseUrl, use)] } : {}),
  })),
})

/** `type` of an intended use's policy. TS5-2.4.3 */
const privacyStatement = 'http://data.europa.eu/eudi/policy/privacy-statement'

/** @see TS5-2.4.3, TS5-2.4.4 */
const intendedUse = (baseUrl: string, { id, createdAt, purpose, credentials }: RegisteredUse): JsonObject => ({
  intendedUseIdentifier: id,
  createdAt,
  purpose: [{ lang: 'en', content: purpose }],
  privacyPolicy: [{ type: privacyStatement, policyURI: trustAddress.privacy(baseUrl) }],
  credentials: credentials.map(({ format, meta, paths }) => ({
    format,
    meta,
    ...(paths.length === 0 ? {} : { claims: paths.map((path) => ({ path: path ?? [] })) }),
  })),
})
