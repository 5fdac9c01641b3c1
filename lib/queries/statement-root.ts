import 'server-only'
import { connection } from 'next/server'
import { container } from '@/lib/server/container'

/** The root, as PEM, that certifies what this service signs bundles with; the test root where it signs none. */
export async function statementRoot(): Promise<string> {
  await connection()
  const { ports } = container()
  return (await ports.statementSigner())?.rootPem ?? ports.rootCertificate.pem
}
