import type { X509Certificate } from 'node:crypto'
import 'reflect-metadata'
import { createLoTE, service, signLoTE, trustedEntity } from '@owf/eudi-lote'
import * as x509 from '@peculiar/x509'
import { makeCertificate } from '@/lib/adapters/crypto/make-certificate'
import { signer } from '@/lib/adapters/crypto/signer'
import { addSeconds, type EpochMillis, toIso } from '@/lib/core/shared/time/time'
import { toBase64url, utf8 } from '@/lib/core/shared/values/base64url'
import { generateKey } from '@/lib/wallet/jose/key'

/** Who signs lists in tests. */
export interface ListOperator {
  readonly name: string
  readonly territory: string
  readonly certificate: X509Certificate
  readonly pem: string
  /** @returns base64url of a JWS signature */
  readonly sign: (input: string) => string
}

/** Creates an operator with a self-signed certificate. */
export async function makeListOperator(
  now: EpochMillis,
  { name = 'Test List Operator', territory = 'EU' } = {},
): Promise<ListOperator> {
  const { privateKey } = generateKey()
  const certificate = await makeCertificate(
    privateKey,
    { privateKey, certificate: null },
    {
      subject: [
        ['C', territory],
        ['O', name],
      ],
      notBefore: addSeconds(now, -3600),
      notAfter: addSeconds(now, 3 * 365 * 86_400),
      extensions: [
        new x509.BasicConstraintsExtension(false, undefined, true),
        new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      ],
    },
  )
  const { sign } = signer(privateKey)
  return {
    name,
    territory,
    certificate,
    pem: certificate.toString(),
    sign: (input) => toBase64url(sign(utf8(input))),
  }
}

/** A service of a list: its type, its status, and its certificates in base64. */
interface ServiceOnList {
  readonly type: string
  readonly certificates: readonly string[]
  readonly entity?: string
  readonly status?: string
  readonly since?: EpochMillis
}

/** Content of a test's list; everything omitted is correct. */
export interface ListContent {
  readonly now: EpochMillis
  readonly services?: readonly ServiceOnList[]
  readonly type?: string
  readonly sequence?: number
  readonly nextUpdate?: EpochMillis
  readonly issuedAt?: EpochMillis
  /** The name that the list claims; by default its signer's. */
  readonly name?: string
  readonly territory?: string
  /** Locations, types and operators of other lists. */
  readonly pointers?: readonly { readonly location: string; readonly type: string; readonly operator: ListOperator }[]
}

const postal = { lang: 'en', StreetAddress: 'Street 1', Locality: 'Town', PostalCode: '00000', Country: 'IT' }

/** Makes a list with an independent library. */
export async function makeTrustList(operator: ListOperator, content: ListContent): Promise<string> {
  const { now, services = [], sequence = 1, pointers } = content
  const english = (value: string) => [{ lang: 'en', value }]
  const lote = createLoTE(
    {
      LoTESequenceNumber: sequence,
      LoTEType: content.type ?? 'http://uri.etsi.org/19602/LoTEType/EUWalletProvidersList',
      SchemeOperatorName: english(content.name ?? operator.name),
      SchemeTerritory: content.territory ?? operator.territory,
      ListIssueDateTime: seconds(content.issuedAt ?? now),
      NextUpdate: seconds(content.nextUpdate ?? addSeconds(now, 86_400)),
      ...(pointers === undefined
        ? {}
        : {
            PointersToOtherLoTE: pointers.map((pointer) => ({
              LoTELocation: pointer.location,
              ServiceDigitalIdentities: [{ X509Certificates: [{ val: base64(pointer.operator) }] }],
              LoTEQualifiers: [
                {
                  LoTEType: pointer.type,
                  SchemeOperatorName: english(pointer.operator.name),
                  MimeType: 'application/jwt',
                },
              ],
            })),
          }),
    },
    services.map(({ entity = 'Test Provider', ...one }) => {
      const built = service().name('Service').type(one.type)
      for (const certificate of one.certificates) built.addCertificate(certificate)
      if (one.status !== undefined) built.status(one.status)
      const made = built.build()
      // The library dates a status by the machine's clock.
      if (one.status !== undefined || one.since !== undefined)
        made.ServiceInformation.StatusStartingTime = seconds(one.since ?? now)
      return trustedEntity()
        .name(entity)
        .postalAddress(postal)
        .email('mailto:a@provider.example')
        .addService(made)
        .build()
    }),
  )
  const { jws } = await signLoTE({
    lote,
    keyId: 'operator',
    certificates: [operator.pem],
    signer: async (input) => operator.sign(String(input)),
  })
  return jws
}

const base64 = ({ certificate }: ListOperator): string => certificate.raw.toString('base64')

/** UTC in whole seconds, with `Z`. */
const seconds = (instant: EpochMillis): string => toIso(instant).replace(/\.\d+Z$/, 'Z')
