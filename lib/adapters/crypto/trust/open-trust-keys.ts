import type { MintedAccess } from '@/lib/core/shared/ports/keys'
import 'reflect-metadata'
import { createHash, type KeyObject, X509Certificate } from 'node:crypto'
import * as x509 from '@peculiar/x509'
import { LRUCache } from 'lru-cache'
import type { Clock, Signer } from '@/lib/core/shared/ports/ports'
import type {
  OpenTrustKeys,
  RevokedCertificate,
  TrustAnchor,
  TrustAuthorities,
  TrustKeys,
  TrustRole,
} from '@/lib/core/shared/ports/trust'
import type { EpochMillis } from '@/lib/core/shared/time/time'
import type { TrustService } from '@/lib/core/shared/trust/organization'
import { authorityNames, strangerPrefix, trustAddress } from '@/lib/core/shared/trust/trust-addresses'
import { integer } from '../chain/der'
import { makeKeyDirectory } from '../key-files'
import { issuerParts, makeCertificate } from '../make-certificate'
import { namesHost, onceOpened, splitAlternativeNames } from '../open-leaf'
import { belongsTo, certifiedSigner, p256PublicJwk } from '../signer'
import { type Authority, openAuthority, openTrustLeaf, type TrustLeaf } from './open-trust-leaf'
import {
  accessProfile,
  endedLife,
  leafLife,
  operatorProfile,
  registrarProfile,
  registrarSubject,
} from './trust-profiles'

/** A CA per role, and an unpublished twin of each that no wallet can trust. */
export interface Authorities {
  readonly published: Readonly<Record<TrustRole, Authority>>
  readonly strangers: Readonly<Record<TrustRole, Authority>>
}

const roles = ['access', 'registrar', 'pid'] as const satisfies readonly TrustRole[]

const commonNames: Readonly<Record<TrustRole, string>> = {
  access: 'Wallet Capture Test Access CA',
  registrar: 'Wallet Capture Test Registrar CA',
  pid: 'Wallet Capture Test PID CA',
}

/**
 * The keys of the trust framework in a directory. Each is opened on first use, or created if it is missing. Beside the
 * authorities `{access,registrar,pid,wallet-provider}-ca` and their unlisted twins `stranger-…` these are the signers
 * `access-verifier`, `access-verifier-2`, `registrar`, `registrar-status` and `list-operator`, each with `.key.pem` and
 * `.cert.pem`.
 */
export function trustKeys(place: Place): {
  readonly open: OpenTrustKeys
  readonly authorities: () => Promise<Authorities>
} {
  const authorities = onceOpened(() => openAuthorities(place))
  return { authorities, open: onceOpened(async () => openKeys(place, await authorities())) }
}

interface Place {
  readonly directory: string
  readonly baseUrl: string
  readonly now: Clock
}

async function openAuthorities({ directory, now }: Place): Promise<Authorities> {
  await makeKeyDirectory(directory)
  const at = now()
  const open = async (prefix: '' | typeof strangerPrefix): Promise<Record<TrustRole, Authority>> => {
    const opened = new Map<TrustRole, Authority>()
    for (const role of roles) {
      const name = `${prefix}${authorityNames[role]}`
      const commonName = prefix === '' ? commonNames[role] : `Stranger ${commonNames[role]}`
      opened.set(role, await openAuthority({ directory, name, commonName, now: at }))
    }
    return Object.fromEntries(opened) as Record<TrustRole, Authority>
  }
  return { published: await open(''), strangers: await open(strangerPrefix) }
}

async function openKeys({ directory, baseUrl, now }: Place, authorities: Authorities): Promise<TrustKeys> {
  const at = now()
  const { published, strangers } = authorities
  const registrar = async (
    prefix: '' | typeof strangerPrefix,
    name: 'registrar' | 'registrar-status',
    commonName: string,
  ) => {
    const authority = (prefix === '' ? published : strangers).registrar
    const profile = registrarProfile(registrarSubject(commonName), at)
    return (await openTrustLeaf({ directory, name: `${prefix}${name}`, authority, profile, now: at })).signer
  }
  const operator = async (name: string) =>
    (await openTrustLeaf({ directory, name, authority: null, profile: operatorProfile(at), now: at })).signer
  const place = { directory, baseUrl, at, authority: published.access }
  const access = await openAccess({ ...place, name: 'access-verifier' })
  const second = await openAccess({ ...place, name: 'access-verifier-2' })
  const [registrarName, statusName] = ['Wallet Capture Test Registrar', 'Wallet Capture Test Registrar Status']
  return {
    ...servedBy(published),
    walletProvider: anchorOf(
      await openAuthority({
        directory,
        name: 'wallet-provider-ca',
        commonName: 'Wallet Capture Test Wallet Provider CA',
        now: at,
      }),
    ),
    operator: await operator('list-operator'),
    accessVerifier: access.signer,
    secondAccess: second.signer,
    accessByCertificate: (x5c) => signerOf(access.key, x5c) ?? signerOf(second.key, x5c),
    registrar: await registrar('', 'registrar', registrarName),
    registrarStatus: await registrar('', 'registrar-status', statusName),
    strangers: {
      ...servedBy(strangers),
      registrar: await registrar(strangerPrefix, 'registrar', registrarName),
      registrarStatus: await registrar(strangerPrefix, 'registrar-status', statusName),
      operator: await operator('stranger-operator'),
    },
    mintAccess: (how, { trustId }) =>
      mintAccess({ key: access.key, service: 'verifier', how, trustId, baseUrl, now: now(), authorities }),
  }
}

/** Number of cached revocation lists: the same one is requested repeatedly, and its bytes should not change. */
const listsMax = 256

/** The certificates and revocation lists that authorities publish. */
function servedBy(authorities: Readonly<Record<TrustRole, Authority>>): TrustAuthorities {
  const certificates = new Map(roles.map((role) => [role, anchorOf(authorities[role])]))
  return { anchor: (role) => known(certificates.get(role)), revocationList: revocationLists(authorities) }
}

function revocationLists(authorities: Readonly<Record<TrustRole, Authority>>): TrustAuthorities['revocationList'] {
  const known = new LRUCache<string, Promise<Uint8Array>>({ max: listsMax })
  return (role, entries, times) => {
    const name = JSON.stringify([role, entries, times.thisUpdate, times.nextUpdate])
    const list = known.get(name) ?? makeRevocationList(authorities[role], entries, times)
    known.set(name, list)
    return list
  }
}

function openAccess({
  directory,
  name,
  baseUrl,
  at,
  authority,
}: {
  readonly directory: string
  readonly name: string
  readonly baseUrl: string
  readonly at: ReturnType<Clock>
  readonly authority: Authority
}): Promise<TrustLeaf> {
  return openTrustLeaf({
    directory,
    name,
    authority,
    now: at,
    profile: accessProfile({
      service: 'verifier',
      baseUrl,
      authority: authority.name,
      revocationList: trustAddress.revocationList(baseUrl, authority.name),
      life: leafLife(at),
    }),
    isStillRight: (certificate) =>
      namesHost(certificate, baseUrl) &&
      splitAlternativeNames(certificate.subjectAltName ?? '').includes(`URI:${trustAddress.support(baseUrl)}`),
  })
}

/** A signer with a new access certificate, optionally with one defect. */
export async function mintAccess({
  key,
  service,
  how,
  trustId,
  baseUrl,
  now,
  authorities,
}: {
  readonly key: KeyObject
  readonly service: TrustService
  readonly how: MintedAccess
  readonly trustId: string
  readonly baseUrl: string
  readonly now: ReturnType<Clock>
  readonly authorities: Authorities
}): Promise<Signer> {
  const right = authorities.published.access
  const stranger = authorities.strangers.access
  const authority = how === 'unlisted' ? stranger : right
  const profile = accessProfile({
    service,
    baseUrl,
    authority: authority.name,
    revocationList:
      how === 'revocable'
        ? trustAddress.sessionRevocationList(baseUrl, trustId)
        : trustAddress.revocationList(baseUrl, authority.name),
    life: how === 'expired' ? endedLife(now) : leafLife(now),
    ...(how === 'no_policy' && { policies: [] }),
  })
  const issuer =
    how === 'broken_chain'
      ? // Parsed again, because an issuer's parts are cached by its certificate object.
        {
          privateKey: stranger.privateKey,
          certificate: new X509Certificate(right.certificate.raw),
          namedKey: right.privateKey,
        }
      : authority
  return certifiedSigner(key, [await makeCertificate(key, issuer, profile)])
}

/** A signer with these certificates; `null` if the first one is for another key or cannot be read. */
export function signerOf(key: KeyObject, x5c: readonly string[]): Signer | null {
  const chain = readAll(x5c)
  const [leaf] = chain ?? []
  return chain === null || leaf === undefined || !belongsTo(leaf, key) ? null : certifiedSigner(key, chain)
}

function readAll(x5c: readonly string[]): readonly X509Certificate[] | null {
  try {
    return x5c.map((der) => new X509Certificate(Buffer.from(der, 'base64')))
  } catch {
    return null
  }
}

const anchorOf = ({ certificate, privateKey }: Authority): TrustAnchor => ({
  der: certificate.raw.toString('base64'),
  pem: certificate.toString(),
  sha256: createHash('sha256').update(certificate.raw).digest('hex'),
  publicJwk: p256PublicJwk(privateKey),
})

function known<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new RangeError('There is no such role.')
  return value
}

/**
 * A revocation list of an authority, DER. Its number is the time of its creation in seconds, so later lists have
 * greater numbers. RFC 5280 section 5
 */
async function makeRevocationList(
  authority: Authority,
  entries: readonly RevokedCertificate[],
  { thisUpdate, nextUpdate }: { readonly thisUpdate: EpochMillis; readonly nextUpdate: EpochMillis },
): Promise<Uint8Array> {
  const { signingKey, identifier } = await issuerParts(authority)
  const list = await x509.X509CrlGenerator.create(
    {
      issuer: new x509.X509Certificate(authority.certificate.raw).subject,
      thisUpdate: new Date(thisUpdate),
      nextUpdate: new Date(nextUpdate),
      signingAlgorithm: { name: 'ECDSA', hash: 'SHA-256' },
      signingKey,
      entries: entries.map(({ certificate, at }) => ({
        serialNumber: new x509.X509Certificate(Buffer.from(certificate, 'base64')).serialNumber,
        revocationDate: new Date(at),
      })),
      extensions: [identifier, new x509.Extension(crlNumber, false, integer(Math.floor(thisUpdate / 1000)))],
    },
    crypto,
  )
  return new Uint8Array(list.rawData)
}

/** RFC 5280 section 5.2.3 */
const crlNumber = '2.5.29.20'
