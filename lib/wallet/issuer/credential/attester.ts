import 'reflect-metadata'
import { createHash, createPublicKey, webcrypto } from 'node:crypto'
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  CertificatePolicyExtension,
  ExtendedKeyUsageExtension,
  Extension,
  KeyUsageFlags,
  KeyUsagesExtension,
  SubjectAlternativeNameExtension,
  SubjectKeyIdentifierExtension,
  type X509Certificate,
  X509CertificateGenerator,
} from '@peculiar/x509'
import { type Curve, generateKey, type WalletKey } from '../../jose/key'

export const dayMillis = 86_400_000
const algorithmOn = (namedCurve: string) => ({ name: 'ECDSA', namedCurve, hash: 'SHA-256' })

/** NCP of EN 319 411-1. */
const normalizedPolicy = '0.4.0.2042.1.1'

/**
 * The statement id-etsi-qct-wal, 0.4.0.194126.1.2, in DER: once as a type statement and once on its own, because
 * implementations look for either (RFC 3739 section 3.2.6, EN 319 412-5 section 4.2.3).
 */
const providerStatement = Buffer.from('30203013060604008e4601063009060704008bec4e01023009060704008bec4e0102', 'hex')

/** Extensions shared by the certificates, built once: building one takes as long as a signature. */
const isRoot = new BasicConstraintsExtension(true, 0, true)
const isLeaf = new BasicConstraintsExtension(false, undefined, true)
const signsCertificates = new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true)
const signsData = new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true)

/** A test wallet provider that attests keys: its signing key and its certificate chain, base64 DER. */
export interface KeyAttester {
  key: WalletKey
  /** The leaf only: the trust anchor is left out, and the leaf is not self-signed (HAIP-1FINAL-4.5.1). */
  x5c: string[]
  rootCertificate: string
  /** The root as PEM, for a service that should trust this provider. */
  rootPem: string
  /** A self-signed certificate over the same key. Only for misbehaviour. */
  selfSignedCertificate: string
  /** A certificate issued by the root for a key, base64 DER. */
  certify(key: WalletKey, content?: CertificateContent): Promise<string>
}

/** The contents of a certificate besides its subject and key. */
interface CertificateContent {
  dnsName?: string
  /** An object identifier. */
  extendedKeyUsage?: string
  /** ISO 3166-1 alpha-2; Italy by default. */
  country?: string
}

/**
 * Makes a test root and a leaf below it.
 *
 * @param nowMillis - epoch milliseconds; the certificates are valid from one hour before to one year after
 * @param options - `statesProvider`: the leaf says that it is a wallet provider's, as EU wallets have it (E4126-5);
 *   `curve`: that of the leaf's key, P-256 by default; the root's is P-256
 */
export async function createKeyAttester(
  nowMillis: number,
  { statesProvider = false, curve }: { statesProvider?: boolean; curve?: Curve } = {},
): Promise<KeyAttester> {
  const [rootKey, key] = [generateKey(), generateKey(curve)]
  const rootIdentifier = identifierOf(rootKey)
  const signingKey = await signingKeyOf(rootKey)
  const common = {
    notBefore: new Date(nowMillis - 3_600_000),
    notAfter: new Date(nowMillis + 365 * dayMillis),
    signingAlgorithm: algorithmOn('P-256'),
  }
  const rootName = 'CN=Wallet Capture Test Wallet Provider Root,C=IT'
  const rootCertificate = await X509CertificateGenerator.create({
    ...common,
    subject: rootName,
    issuer: rootName,
    publicKey: spkiOf(rootKey),
    signingKey,
    extensions: [new SubjectKeyIdentifierExtension(rootIdentifier), isRoot, signsCertificates],
  })
  const namesRoot = new AuthorityKeyIdentifierExtension(rootIdentifier)
  const leafOf = async (
    of: WalletKey,
    commonName: string,
    {
      dnsName,
      extendedKeyUsage,
      country = 'IT',
      extensions = [],
    }: CertificateContent & { extensions?: Extension[] } = {},
  ): Promise<X509Certificate> =>
    X509CertificateGenerator.create({
      ...common,
      subject: `CN=${commonName},C=${country}`,
      issuer: rootName,
      publicKey: spkiOf(of),
      signingKey,
      extensions: [
        namesRoot,
        isLeaf,
        signsData,
        ...(dnsName === undefined ? [] : [new SubjectAlternativeNameExtension([{ type: 'dns', value: dnsName }])]),
        ...(extendedKeyUsage === undefined ? [] : [new ExtendedKeyUsageExtension([extendedKeyUsage], true)]),
        ...extensions,
      ],
    })
  const ownName = 'CN=Self-signed Test Wallet Provider,C=IT'
  const selfSigned = await X509CertificateGenerator.create({
    ...common,
    subject: ownName,
    issuer: ownName,
    publicKey: spkiOf(key),
    signingAlgorithm: algorithmOn(key.publicJwk.crv),
    signingKey: await signingKeyOf(key),
  })
  const extensions = statesProvider
    ? [
        new SubjectKeyIdentifierExtension(identifierOf(key)),
        new CertificatePolicyExtension([normalizedPolicy]),
        new Extension('1.3.6.1.5.5.7.1.3', false, providerStatement),
      ]
    : []
  return {
    key,
    x5c: [derOf(await leafOf(key, 'Wallet Capture Test Wallet Provider', { extensions }))],
    rootCertificate: derOf(rootCertificate),
    rootPem: rootCertificate.toString('pem'),
    selfSignedCertificate: derOf(selfSigned),
    certify: async (of, content) => derOf(await leafOf(of, 'Wallet Capture Test Holder Key', content)),
  }
}

function derOf(certificate: X509Certificate): string {
  return Buffer.from(certificate.rawData).toString('base64')
}

/** The SubjectPublicKeyInfo of a key. */
const spkiOf = ({ privateKey }: WalletKey): Uint8Array<ArrayBuffer> =>
  new Uint8Array(createPublicKey(privateKey).export({ format: 'der', type: 'spki' }))

/** The identifier of a key: the SHA-1 of its point, which ends the SubjectPublicKeyInfo, hexadecimal (RFC 5280 section 4.2.1.2). */
const identifierOf = (key: WalletKey): string => {
  const coordinateBytes = Buffer.from(key.publicJwk.x, 'base64url').length
  return createHash('sha1')
    .update(spkiOf(key).subarray(-1 - 2 * coordinateBytes))
    .digest('hex')
}

/** The key, imported as a JWK: three times as fast as from PKCS #8. */
const signingKeyOf = ({ privateKey, publicJwk }: WalletKey): Promise<webcrypto.CryptoKey> =>
  webcrypto.subtle.importKey('jwk', privateKey.export({ format: 'jwk' }), algorithmOn(publicJwk.crv), false, ['sign'])
