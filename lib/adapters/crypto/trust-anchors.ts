import type { X509Certificate } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseCertificates } from './certificate-file'

/**
 * The trust anchors of the installation: every certificate in `trust/*.pem` of the data directory, in the order of the
 * file names. None without the directory.
 * @throws KeyFileError when a file holds no certificate
 */
export async function readTrustAnchors(dataDir: string): Promise<readonly X509Certificate[]> {
  const directory = join(dataDir, 'trust')
  const names = await readdir(directory).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const files = names.filter((name) => name.endsWith('.pem')).sort()
  const certificates = await Promise.all(
    files.map(async (name) => {
      const path = join(directory, name)
      return parseCertificates(path, await readFile(path, 'utf8'))
    }),
  )
  return certificates.flat()
}
