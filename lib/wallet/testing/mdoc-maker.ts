import 'reflect-metadata'
import { createHash, randomBytes, sign, webcrypto } from 'node:crypto'
import { CoseKey, DateOnly, DeviceKey, Issuer, type MdocContext, SignatureAlgorithm } from '@owf/mdoc'
import { ExtendedKeyUsageExtension, X509CertificateGenerator } from '@peculiar/x509'
import { verifyMsoMdoc } from '../formats/mso-mdoc/verify'
import type { HeldCredential } from '../formats/stored-credential'
import { type EcPublicJwk, generateKey, type WalletKey } from '../jose/key'

/** What a test changes in an mdoc. Times are in epoch milliseconds. */
export interface MdocOptions {
  holder: EcPublicJwk
  doctype?: string
  signedAt?: number
  /** As `signedAt` unless given. */
  validFrom?: number
  validUntil?: number
  elements?: Record<string, unknown>
  /** Signs with a key other than the certificate's. */
  signingKey?: WalletKey
  certificates?: Uint8Array[]
}

/** Makes mdocs with an independent library, signed under a test root. */
export interface MdocMaker {
  rootPem: string
  /** A certificate of the root without the key usage for mobile documents. */
  otherCertificate: Uint8Array
  make: (options: MdocOptions) => Promise<string>
}

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }

const namespace = 'eu.europa.ec.eudi.pid.1'

/** A maker with fresh keys; certificates are valid for a year around `nowMillis`. */
export async function createMdocMaker(nowMillis: number): Promise<MdocMaker> {
  const [rootKey, key] = [generateKey(), generateKey()]
  const rootPair = await cryptoKeys(rootKey)
  const period = { notBefore: new Date(nowMillis - 86_400_000), notAfter: new Date(nowMillis + 365 * 86_400_000) }
  const name = 'CN=Test Root,C=IT'
  const root = await X509CertificateGenerator.createSelfSigned({
    ...period,
    name,
    keys: rootPair,
    signingAlgorithm: algorithm,
  })
  const leafFor = async (usages: string[]): Promise<Uint8Array> => {
    const leaf = await X509CertificateGenerator.create({
      ...period,
      subject: 'CN=Test Document Signer,C=IT',
      issuer: name,
      publicKey: (await cryptoKeys(key)).publicKey,
      signingKey: rootPair.privateKey,
      signingAlgorithm: algorithm,
      extensions: [new ExtendedKeyUsageExtension(usages, true)],
    })
    return new Uint8Array(leaf.rawData)
  }
  const certificate = await leafFor(['1.0.18013.5.1.2'])
  return {
    rootPem: root.toString('pem'),
    otherCertificate: await leafFor(['1.3.6.1.5.5.7.3.1']),
    make: async ({ holder, doctype, signedAt, validFrom, validUntil, elements, signingKey, certificates }) => {
      const issuer = new Issuer(doctype ?? 'eu.europa.ec.eudi.pid.1', contextOf(signingKey ?? key))
      issuer.addIssuerNamespace(namespace, {
        family_name: 'Brontë',
        birth_date: new DateOnly('1990-04-12'),
        portrait: Uint8Array.of(0xff, 0xd8, 0xff, 0xd9),
        nationality: ['IT'],
        issuing_country: 'IT',
        ...elements,
      })
      const signed = new Date(signedAt ?? nowMillis)
      const issued = await issuer.sign({
        signingKey: CoseKey.fromJwk({ ...key.publicJwk }),
        certificates: certificates ?? [certificate],
        algorithm: SignatureAlgorithm.ES256,
        digestAlgorithm: 'SHA-256',
        deviceKeyInfo: { deviceKey: DeviceKey.fromJwk({ ...holder }) },
        validityInfo: {
          signed,
          validFrom: validFrom === undefined ? signed : new Date(validFrom),
          validUntil: new Date(validUntil ?? nowMillis + 86_400_000),
        },
      })
      return issued.encodedForOid4Vci
    },
  }
}

/** The library's digest ids have 32 bits; ISO 18013-5 section 9.1.2.4 allows 31. */
const random31 = (length: number): Uint8Array => {
  const bytes = randomBytes(length)
  if (length === 4) bytes.writeUInt8(bytes.readUInt8() & 0x7f)
  return new Uint8Array(bytes)
}

const contextOf = (key: WalletKey): Pick<MdocContext, 'cose' | 'crypto'> => ({
  crypto: {
    random: random31,
    digest: ({ bytes }) => new Uint8Array(createHash('sha256').update(bytes).digest()),
    calculateEphemeralMacKey: unused,
  },
  cose: {
    sign1: {
      sign: ({ toBeSigned }) =>
        new Uint8Array(sign('sha256', toBeSigned, { key: key.privateKey, dsaEncoding: 'ieee-p1363' })),
      verify: unused,
    },
    mac0: { sign: unused, verify: unused },
  },
})

function unused(): never {
  throw new Error('not needed to issue')
}

async function cryptoKeys({ privateKey, publicJwk }: WalletKey) {
  const pkcs8 = privateKey.export({ format: 'der', type: 'pkcs8' })
  return {
    privateKey: await webcrypto.subtle.importKey('pkcs8', pkcs8, algorithm, false, ['sign']),
    publicKey: await webcrypto.subtle.importKey('jwk', { ...publicJwk }, algorithm, true, ['verify']),
  }
}

const doctype = 'eu.europa.ec.eudi.pid.1'

/** An mdoc in the wallet as if it had been issued by a test issuer: made by an independent library, then verified. */
export async function holdMdoc(maker: MdocMaker, nowMillis: number): Promise<HeldCredential> {
  const holderKey = generateKey()
  const raw = await maker.make({ holder: holderKey.publicJwk })
  const holderThumbprints = new Set([holderKey.thumbprint])
  return { ...verifyMsoMdoc(raw, { nowMillis, doctype, holderThumbprints, trustAnchors: [maker.rootPem] }), holderKey }
}
