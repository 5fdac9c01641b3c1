import { publicMembers } from '../../jose/public-members'
import { invariant } from '../../ports/errors'
import { toDate } from '../../time/time'
import { fromBase64 } from '../../values/base64'
import { toBase64url } from '../../values/base64url'
import type { IssueInput } from '../credential-format'
import { credentialExpiry, credentialStart } from '../credential-validity'
import { hashOf } from '../hash-of'
import { shuffledDigestIds } from './digest-ids'
import { elementValue, ownElementValue } from './element-value'
import {
  CoseKey,
  DeviceKey,
  DeviceKeyInfo,
  Header,
  IssuerAuth,
  IssuerNamespaces,
  IssuerSigned,
  IssuerSignedItem,
  MobileSecurityObject,
  ProtectedHeaders,
  SignatureAlgorithm,
  UnprotectedHeaders,
  ValidityInfo,
  ValueDigests,
} from './mdoc-library'
import { pidNamespace } from './pid-namespace'
import { signContext } from './sign-context'
import { withStatus } from './with-status'

/** Length of the salt of an element: ISO/IEC 18013-5 section 9.1.2.5 asks for 16 bytes at least. */
const saltBytes = 32

/**
 * Issues an mdoc: base64url of the CBOR of `IssuerSigned`. Each element has a salt and a digest of its own, so that a
 * holder can show one without the others.
 * @see OID4VCI-1FINALA-A.2.4
 */
export async function issueMsoMdoc(input: IssueInput): Promise<string> {
  const { configuration, signer } = input
  invariant(configuration.format === 'mso_mdoc', 'The credential configuration is not of format mso_mdoc.')
  const { own } = configuration
  const namespace = own?.namespace ?? pidNamespace
  const hash = hashOf(input)
  const items = signedItems(input)
  const digests = new Map(items.map((item) => [item.digestId, hash(item.encode({ asDataItem: true }))]))
  const object = MobileSecurityObject.create({
    digestAlgorithm: digestNames[own?.digestAlgorithm ?? 'sha-256'],
    docType: configuration.doctype,
    valueDigests: ValueDigests.create({ digests: new Map([[namespace, digests]]) }),
    deviceKeyInfo: deviceKeyInfo(input.holderJwk),
    validityInfo: validityInfo(input),
  })
  const issuerAuth = await IssuerAuth.create(
    {
      payload: input.status === undefined ? object : withStatus(object.encode(), input.status),
      protectedHeaders: ProtectedHeaders.create({
        protectedHeaders: new Map([[Header.Algorithm, SignatureAlgorithm.ES256]]),
      }),
      unprotectedHeaders: UnprotectedHeaders.create({
        unprotectedHeaders: new Map([[Header.X5Chain, certificates(signer.x5c)]]),
      }),
      signingKey: CoseKey.fromJwk({ ...signer.publicJwk }),
      algorithm: SignatureAlgorithm.ES256,
    },
    signContext(signer),
  )
  const issuerNamespaces = IssuerNamespaces.create({ issuerNamespaces: new Map([[namespace, items]]) })
  return toBase64url(IssuerSigned.create({ issuerNamespaces, issuerAuth }).encode())
}

/** ISO/IEC 18013-5 section 9.1.2.5 */
const digestNames = { 'sha-256': 'SHA-256', 'sha-384': 'SHA-384', 'sha-512': 'SHA-512' } as const

const elementsOf = ({ configuration: { own }, subject }: IssueInput) =>
  own === undefined
    ? subject.flatMap(({ mdoc, value }) =>
        mdoc === null ? [] : [{ name: mdoc.element, value: elementValue(value, mdoc.type) }],
      )
    : Object.entries(own.claims).map(([name, value]) => ({ name, value: ownElementValue(value) }))

function signedItems(input: IssueInput): IssuerSignedItem[] {
  const { random } = input
  const elements = elementsOf(input)
  const digestIds = shuffledDigestIds(elements.length, random)
  return elements.map(({ name, value }, index) =>
    IssuerSignedItem.fromOptions({
      digestId: digestIds[index] ?? index,
      random: new Uint8Array(random(saltBytes)),
      elementIdentifier: name,
      elementValue: value,
    }),
  )
}

/** The holder's key as COSE_Key with its public members only. */
function deviceKeyInfo(holderJwk: IssueInput['holderJwk']): DeviceKeyInfo {
  const members = holderJwk && publicMembers(holderJwk)
  invariant(members !== null, 'The holder key is not a public JWK.')
  return DeviceKeyInfo.create({ deviceKey: DeviceKey.fromJwk(members) })
}

/** Instants of an mdoc have no fraction of a second: ISO/IEC 18013-5 section 9.1.2.4. */
function validityInfo({ now, signer, expiresAt }: IssueInput): ValidityInfo {
  const signed = toDate(credentialStart(now, signer))
  return ValidityInfo.create({ signed, validFrom: signed, validUntil: toDate(expiresAt ?? credentialExpiry(now)) })
}

/** One certificate is a byte string, several are an array of them. RFC9360-2 */
function certificates(x5c: readonly string[]): Uint8Array | Uint8Array[] {
  const chain = x5c.flatMap((certificate) => fromBase64(certificate) ?? [])
  const [leaf] = chain
  invariant(leaf !== undefined, 'An mdoc is signed with a certificate.')
  return chain.length === 1 ? leaf : chain
}
