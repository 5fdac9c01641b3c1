import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { OwnIdentity } from '@/lib/core/ground/ports/trust'
import type { EpochMillis } from '@/lib/core/ground/time/time'
import { readRegistration } from '@/lib/core/ground/trust/registration/registration'
import { KeyFileError, readKeyFile } from '../key-files'
import { signerOf } from './open-trust-keys'
import { isCurrent, readOwnCertificate } from './own-access'

/** Names that a member of a session request may have. */
const legalName = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/

/**
 * The access certificates that the operator brought, each in a folder of its own with its name: `chain.pem`, `key.pem`, and
 * where there are any `registration.jwt` and `issuer-registration.jwt`. None if the directory does not exist.
 * @throws KeyFileError with one sentence that names the file
 */
export async function readIdentities(directory: string, at: EpochMillis): Promise<ReadonlyMap<string, OwnIdentity>> {
  const entries = await readdir(directory, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw new KeyFileError(`The directory ${directory} cannot be read (${error.code ?? 'unknown error'}).`)
  })
  const names = entries.flatMap((entry) => (entry.isDirectory() || entry.isSymbolicLink() ? [entry.name] : [])).sort()
  const identities = new Map<string, OwnIdentity>()
  for (const name of names) {
    const folder = join(directory, name)
    if (!legalName.test(name))
      throw new KeyFileError(
        `The folder ${folder} must have a name of at most 64 letters, digits, dots, dashes and underscores.`,
      )
    identities.set(name, await readIdentity(folder, at))
  }
  return identities
}

async function readIdentity(folder: string, at: EpochMillis): Promise<OwnIdentity> {
  const paths = { chain: join(folder, 'chain.pem'), private_key: join(folder, 'key.pem') }
  const [chain, privateKey] = [await needed(paths.chain), await needed(paths.private_key)]
  const read = readOwnCertificate({ chain, privateKey }, at)
  if ('problem' in read)
    throw new KeyFileError(`The file ${paths[read.member]} cannot be used: ${sentenceInside(read.problem)}`)
  const { key, signer, holder, dropped, chain: certificates } = read
  return {
    signer,
    holder,
    dropped,
    registration: await registrationIn(join(folder, 'registration.jwt')),
    issuerRegistration: await registrationIn(join(folder, 'issuer-registration.jwt')),
    byCertificate: (x5c) => signerOf(key, x5c),
    isCurrent: (now) => certificates.every((certificate) => isCurrent(certificate, now)),
  }
}

async function needed(path: string): Promise<string> {
  const text = await readKeyFile(path)
  if (text === null) throw new KeyFileError(`The file ${path} is missing.`)
  return text
}

async function registrationIn(path: string): Promise<string | null> {
  const compact = (await readKeyFile(path))?.trim() ?? null
  if (compact !== null && readRegistration(compact) === null)
    throw new KeyFileError(`The file ${path} holds no compact JWS with JSON claims.`)
  return compact
}

const sentenceInside = (sentence: string): string => `${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`
