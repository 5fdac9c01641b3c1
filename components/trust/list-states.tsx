import type { PublishedList, ReliedList } from '@/lib/queries/trust'
import { CopyButton } from '../ui/copy-button'
import { Icon } from '../ui/icon'
import { Panel } from '../ui/panel'
import { PanelHeading } from '../ui/panel-heading'
import { LocalTime } from '../ui/time'
import { listWords } from './trust-words'

/** Lists published by this installation, with their state. */
export function PublishedLists({ lists }: { readonly lists: readonly PublishedList[] }) {
  return (
    <Panel labelledBy="published">
      <PanelHeading id="published" title="Lists that this installation publishes" />
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-x-6 px-4 md:grid-cols-2">
        {lists.map(({ name, address, release }) => (
          <li key={name} className="grid content-start gap-0.5 border-b border-line py-2.5 text-sm">
            <span className="font-medium">{listWords[name] ?? name}</span>
            <span className="[overflow-wrap:anywhere]">
              <span className="wire text-xs">{address}</span>{' '}
              <CopyButton text={address} what={`address: ${listWords[name] ?? name}`} />
            </span>
            <span className="text-ink-2">
              <ReleaseWords release={release} />
            </span>
          </li>
        ))}
      </ul>
      <p className="px-4 py-2.5 text-sm text-ink-2">
        Each is a signed JWT as in ETSI TS 119 602. Its number grows with every release, over restarts too.
      </p>
    </Panel>
  )
}

function ReleaseWords({ release }: Pick<PublishedList, 'release'>) {
  if (release === 'unknown') return 'Storage does not respond, so the state of this list is not known now.'
  if (release === null) return 'Nobody has read it yet: the first read makes release 1.'
  return (
    <>
      Release {release.sequence}, of <LocalTime at={release.issuedAt} />, next due <LocalTime at={release.nextUpdate} />
    </>
  )
}

const purposeWords = {
  wallet: 'whether a wallet provider is listed',
  credential_issuer: 'whether the issuer of a presented credential is listed',
} as const

/** External lists that this installation relies on, and why any of them is ignored. */
export function ReliedLists({ lists }: { readonly lists: readonly ReliedList[] }) {
  return (
    <Panel labelledBy="relied">
      <PanelHeading id="relied" title="Lists that this installation relies on" />
      {lists.length === 0 ? (
        <p className="p-4 text-sm text-ink-2">
          None. To check wallets and issuers against lists of others, name them in <code>trust/lists.json</code> of the
          data directory.
        </p>
      ) : (
        <ul className="grid grid-cols-[minmax(0,1fr)] px-4">
          {lists.map((list) => (
            <li
              key={`${list.purpose} ${list.via ?? ''} ${list.location}`}
              className="grid gap-1 border-b border-line py-2.5 text-sm last:border-b-0"
            >
              <ReliedState {...list} />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

function ReliedState({ location, purpose, via, inForce, readAt, problems }: ReliedList) {
  return (
    <>
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="wire text-xs [overflow-wrap:anywhere]">{location}</span>
        {inForce === null ? (
          <span className="inline-flex items-center gap-1.5 text-warn-ink">
            <Icon name="warn" className="size-3.5" />
            trusts nobody now
          </span>
        ) : (
          <span className="inline-flex items-center gap-1.5 text-pass-ink">
            <Icon name="pass" className="size-3.5" />
            in force
          </span>
        )}
      </span>
      <span className="text-ink-2">
        Tells {purposeWords[purpose]}
        {via !== null && `; named by ${via}`}.{' '}
        {readAt === null ? (
          'Not read yet.'
        ) : (
          <>
            Read last <LocalTime at={readAt} />.
          </>
        )}
      </span>
      {inForce !== null && (
        <span className="text-ink-2">
          {inForce.operator}, release {inForce.sequence}, until <LocalTime at={inForce.nextUpdate} />:{' '}
          {inForce.issuance} certificates that issue, {inForce.revocation} that revoke
          {inForce.unusable > 0 && `, ${inForce.unusable} that cannot be used`}.
        </span>
      )}
      {problems.map((problem) => (
        <span key={problem} className="text-warn-ink [overflow-wrap:anywhere]">
          {problem}
        </span>
      ))}
    </>
  )
}
