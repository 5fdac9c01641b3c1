import { X509Certificate } from 'node:crypto'
import { KeyFileError } from './key-files'

/** The certificates in a PEM text, in order. Throws KeyFileError when there is none or one is malformed. */
export function parseCertificates(path: string, pem: string): readonly [X509Certificate, ...X509Certificate[]] {
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []
  try {
    const [first, ...others] = blocks.map((block) => new X509Certificate(block))
    if (first !== undefined) return [first, ...others]
  } catch {
    // The error message below covers this case.
  }
  throw new KeyFileError(`The certificate file ${path} holds no readable X.509 certificate in PEM form.`)
}
