import 'server-only'
import { basename } from 'node:path'
import { connection } from 'next/server'
import type { TrustListState } from '@/lib/core/shared/ports/trust'
import { toIso } from '@/lib/core/shared/time/time'
import { certificatePem } from '@/lib/core/shared/trust/certificates'
import { type TrustListName, trustListNames } from '@/lib/core/shared/trust/lists/profiles'
import { testOrganization } from '@/lib/core/shared/trust/organization'
import { authorityNames } from '@/lib/core/shared/trust/trust-addresses'
import { fromBase64, toHex } from '@/lib/core/shared/values/base64url'
import { type Reach, reachOf } from '@/lib/core/shared/values/reach'
import { lastRelease } from '@/lib/core/trust/endpoints/served-list'
import { paths } from '@/lib/paths'
import { container } from '@/lib/server/container'
import { isUnavailable } from './is-unavailable'
import { type ShownOwnIdentity, shownOwnIdentities } from './own-identities'

/** A certificate of this installation that wallets may trust for one thing. */
export interface ShownAnchor {
  /** Its name in addresses. */
  readonly id: string
  /** The list that it stands on. */
  readonly list: TrustListName
  readonly pem: string
  /** Pairs of hex digits with colons. */
  readonly fingerprint: string
}

/** A list that this installation publishes. */
export interface PublishedList {
  readonly name: TrustListName
  readonly address: string
  /** What was served last; `null` before the first time, `'unknown'` while storage does not respond. */
  readonly release:
    | { readonly sequence: number; readonly issuedAt: string; readonly nextUpdate: string }
    | null
    | 'unknown'
}

/** A list that this installation relies on. */
export interface ReliedList {
  /** An https URL, or the name of a file. */
  readonly location: string
  readonly purpose: TrustListState['purpose']
  readonly via: string | null
  readonly inForce:
    | (Pick<
        NonNullable<TrustListState['inForce']>,
        'operator' | 'sequence' | 'issuance' | 'revocation' | 'unusable'
      > & {
        readonly nextUpdate: string
      })
    | null
  readonly readAt: string | null
  readonly problems: readonly string[]
}

/** Who this installation is to wallets. */
interface ShownIdentity {
  readonly name: string
  readonly legalName: string
  readonly identifier: string
  readonly country: string
  readonly service: string
}

/** What wallets need to trust this installation, and whom it trusts itself. */
export interface TrustPageView extends Reach {
  /** Public origin of the service, without a slash at its end. */
  readonly baseUrl: string
  readonly anchors: readonly ShownAnchor[]
  readonly published: readonly PublishedList[]
  readonly relied: readonly ReliedList[]
  readonly identities: readonly ShownIdentity[]
  readonly ownIdentities: readonly ShownOwnIdentity[]
}

/** Reads it, and makes the keys of the trust framework where there are none yet. */
export async function trustView(): Promise<TrustPageView> {
  await connection()
  const { protocolSettings, ports, trustLists } = container()
  const { baseUrl } = protocolSettings
  const keys = await ports.trustKeys()
  const anchor = (id: string, list: TrustListName, der: string): ShownAnchor => ({
    id,
    list,
    pem: certificatePem(der),
    fingerprint: fingerprintOf(toHex(ports.sha256(fromBase64(der) ?? new Uint8Array()))),
  })
  const [operator = ''] = keys.operator.x5c
  return {
    baseUrl,
    ...reachOf(baseUrl),
    anchors: [
      anchor(authorityNames.access, 'access-certificate-providers', keys.anchor('access').der),
      anchor(authorityNames.registrar, 'registration-certificate-providers', keys.anchor('registrar').der),
      anchor(authorityNames.pid, 'pid-providers', keys.anchor('pid').der),
      anchor('wallet-provider-ca', 'wallet-providers', keys.walletProvider.der),
      anchor('list-operator', 'lists', operator),
    ],
    published: await Promise.all(
      trustListNames.map(async (name) => ({
        name,
        address: `${baseUrl}${paths.api.trustList(name)}`,
        release: await releaseOf(name),
      })),
    ),
    relied: trustLists.states().map(shownState),
    identities: Object.values(testOrganization.services).map(({ id, tradeName }) => ({
      name: tradeName,
      legalName: testOrganization.legalName,
      identifier: testOrganization.identifier,
      country: testOrganization.country,
      service: id,
    })),
    ownIdentities: shownOwnIdentities(ports),
  }
}

async function releaseOf(name: TrustListName): Promise<PublishedList['release']> {
  try {
    const release = await lastRelease(name, container().ports)
    return (
      release && {
        sequence: release.sequence,
        issuedAt: toIso(release.issuedAt),
        nextUpdate: toIso(release.nextUpdate),
      }
    )
  } catch (error) {
    if (!isUnavailable(error)) throw error
    return 'unknown'
  }
}

/** Where files lie on this machine is nobody else's business. */
const shownLocation = (location: string): string =>
  /^https:\/\//i.test(location) ? location : `the file ${basename(location)}`

function shownState({ location, via, inForce, readAt, problems, purpose }: TrustListState): ReliedList {
  const shown = shownLocation(location)
  return {
    location: shown,
    purpose,
    via: via === null ? null : shownLocation(via),
    inForce: inForce && {
      operator: inForce.operator,
      sequence: inForce.sequence,
      nextUpdate: toIso(inForce.nextUpdate),
      issuance: inForce.issuance,
      revocation: inForce.revocation,
      unusable: inForce.unusable,
    },
    readAt: readAt === null ? null : toIso(readAt),
    problems: problems.map((problem) => problem.replaceAll(location, shown)),
  }
}

const fingerprintOf = (hex: string): string => (hex.match(/../g) ?? []).join(':').toUpperCase()
