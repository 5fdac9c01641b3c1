import { generateKeyPairSync } from 'node:crypto'
import * as x509 from '@peculiar/x509'
import { expect, it } from 'vitest'
import { epochMillis } from '@/lib/core/shared/time/time'
import { makeCertificate, makeCertificateDer } from './make-certificate'
import { keyIdentifiersOf } from './read-certificates'

const profile = {
  subject: [['CN', 'a']],
  notBefore: epochMillis(0),
  notAfter: epochMillis(1e12),
  extensions: [],
} as const
const keyPair = (namedCurve: string) => generateKeyPairSync('ec', { namedCurve })
const own = keyPair('prime256v1')
const issuer = { privateKey: own.privateKey, certificate: null }

it('identifies the keys of subject and issuer as another library does', async () => {
  const root = await makeCertificate(own.privateKey, issuer, profile)
  const { privateKey } = keyPair('prime256v1')
  const leaf = await makeCertificate(privateKey, { ...issuer, certificate: root }, profile)
  const [ofRoot, ofLeaf] = await Promise.all(
    [root, leaf].map(async ({ raw }) =>
      Buffer.from(await new x509.X509Certificate(raw).publicKey.getKeyIdentifier()).toString('base64url'),
    ),
  )
  expect(keyIdentifiersOf(root)).toEqual({ subjectKeyIdentifier: ofRoot, authorityKeyIdentifier: ofRoot })
  expect(keyIdentifiersOf(leaf)).toEqual({ subjectKeyIdentifier: ofLeaf, authorityKeyIdentifier: ofRoot })
  expect(leaf.verify(own.publicKey)).toBe(true)
})

it('makes none for a key on another curve, or with one', async () => {
  const { privateKey } = keyPair('secp384r1')
  await expect(makeCertificateDer(privateKey, issuer, profile)).rejects.toThrow(TypeError)
  await expect(makeCertificateDer(own.privateKey, { privateKey, certificate: null }, profile)).rejects.toThrow()
})
