import { X509Certificate } from 'node:crypto'
import type { KeyAttester } from '@/lib/wallet/issuer/credential/attester'
import { generateKey } from '@/lib/wallet/jose/key'

/** Key and certificate of a host name, issued by the root of an attester. */
export async function pemOf(attester: KeyAttester, dnsName: string): Promise<{ key: string; cert: string }> {
  const key = generateKey()
  const der = await attester.certify(key, { dnsName })
  return {
    key: key.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: new X509Certificate(Buffer.from(der, 'base64')).toString(),
  }
}
