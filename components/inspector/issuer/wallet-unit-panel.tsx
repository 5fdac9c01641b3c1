import type { IssuanceSessionView } from '@/lib/core/issuer/evidence/issuer-types'
import { clauseReference } from '@/lib/core/shared/ports/clauses'
import { type HrefOf, paths } from '@/lib/paths'
import { buttonClass } from '../../ui/button-class'
import { ClauseLink } from '../../ui/clause-link'
import { CopyButton } from '../../ui/copy-button'
import { Panel, PanelPart } from '../../ui/panel'
import { PanelHeading } from '../../ui/panel-heading'
import { LocalTime } from '../../ui/time'
import { ClaimTable } from '../claim-table'
import { unitRows } from '../model/unit-rows'

interface WalletUnitPanelProps {
  readonly session: IssuanceSessionView
  readonly mayChange: boolean
  /** Time of rendering, epoch milliseconds. */
  readonly now: number
  readonly hrefOf: HrefOf
}

/**
 * What the attestations of a wallet unit say, beside what TS3 wants; and how a tester revokes the unit. Nothing for a
 * session without such an attestation, whose issuer does not ask for one either.
 */
export function WalletUnitPanel({ session, mayChange, now, hrefOf }: WalletUnitPanelProps) {
  const { laboratory, observed } = session
  const unit = laboratory?.wallet_unit ?? null
  if (unit === null && observed.wallet_attestation_profile !== 'ts3') return null
  const isServed = laboratory !== undefined && Date.parse(laboratory.until) > now
  const isSteered = unit !== null && mayChange && isServed
  return (
    <Panel labelledBy="wallet-unit" className="mb-4 scroll-mt-16">
      <PanelHeading
        id="wallet-unit"
        title="Wallet unit"
        aside={unit?.revoked ? 'revoked' : (observed.wallet_unit?.wallet_name ?? undefined)}
      />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 p-4">
        {observed.wallet_unit === null ? (
          <p className="text-sm text-ink-2">The wallet has shown no attestation that can be read yet.</p>
        ) : (
          <ClaimTable
            rows={unitRows(session)}
            caption="What the newest attestations say, and what TS3 wants"
            wanted="TS3 1.5"
            absent={() => <span className="text-ink-3">none</span>}
            hrefOf={hrefOf}
          />
        )}
        <PanelPart title="The two texts on iss">
          <AboutIss />
        </PanelPart>
        {unit !== null && (
          <PanelPart title="Status lists of this issuer">
            <UnitLists unit={unit} rereads={laboratory?.options.wallet_unit?.recheck_seconds ?? null} />
          </PanelPart>
        )}
        {isSteered && (
          <PanelPart title="Revoke it">
            <Revoking
              sessionId={session.session_id}
              reads={laboratory?.options.wallet_unit?.check_status === true}
              isRevoked={unit.revoked !== null}
            />
          </PanelPart>
        )}
      </div>
    </Panel>
  )
}

/** Where OpenID4VCI and TS3 differ, and what an issuer here makes of it. */
function AboutIss() {
  return (
    <>
      <p className="text-sm text-ink-2">
        OpenID4VCI 1.0 refers to a draft of client attestations that asks for iss. TS3 1.5 leaves it out and takes the
        wallet provider from the certificate. In the European framework TS3 leads. Elsewhere an issuer of draft 07 takes
        a wallet attestation of TS3 with a warning, unless it insists on iss.
      </p>
      <p className="flex flex-wrap gap-x-4 text-sm">
        {(['OID4VCI-1FINALA-E', 'ABCA-5.1', 'TS3-2.3.1'] as const).map((id) => (
          <ClauseLink key={id} clause={clauseReference(id)} className="target" />
        ))}
      </p>
    </>
  )
}

type Unit = NonNullable<NonNullable<IssuanceSessionView['laboratory']>['wallet_unit']>

const listWords = { 1: 'wallet unit', 2: 'key storage' } as const

const byWords: Readonly<Record<NonNullable<Unit['revoked']>['by'], string>> = {
  list: 'read in a list',
  tester: 'assumed by the tester',
  recheck: 'read in a list again',
}

/** Most readings shown; the read-back has all that are kept. */
const checksShownMax = 6

interface UnitListsProps {
  readonly unit: Unit
  /** Seconds after which the issuer reads its own lists again; `null` if it does not. */
  readonly rereads: number | null
}

function UnitLists({ unit: { lists, revoked, checks }, rereads }: UnitListsProps) {
  const newest = [...checks].reverse().slice(0, checksShownMax)
  return (
    <>
      <p className="text-sm text-ink-2">
        For wallets without lists of their provider. Any index from 0 to 16383 will do.
      </p>
      <ul className="grid gap-1 text-sm">
        {([lists.client, lists.key_storage] as const).map((uri, place) => (
          <li key={uri} className="[overflow-wrap:anywhere]">
            {place === 0 ? 'Wallet attestations: ' : 'Key attestations: '}
            <code className="wire text-xs">{uri}</code> <CopyButton text={uri} what="address of this list" />
          </li>
        ))}
      </ul>
      {rereads !== null && (
        <p className="text-sm text-ink-2">
          The issuer reads its own lists again every {rereads} seconds. Lists of other hosts it reads only when the
          wallet asks for something.
        </p>
      )}
      {revoked !== null && (
        <p className="text-sm font-[550] text-warn-ink">
          The issuer knows since <LocalTime at={revoked.at} to="second" /> that the unit is revoked,{' '}
          {byWords[revoked.by]}:{' '}
          {revoked.credentials === 1 ? '1 credential was' : `${revoked.credentials} credentials were`} revoked with it.
        </p>
      )}
      {newest.length > 0 && (
        <ol className="grid gap-0.5 text-sm text-ink-2">
          {newest.map(({ at, list, result }) => (
            <li key={`${at} ${list} ${result}`}>
              <LocalTime at={at} to="second" />, status of the {listWords[list]}: {result.replaceAll('_', ' ')}
            </li>
          ))}
        </ol>
      )}
    </>
  )
}

interface RevokingProps {
  readonly sessionId: string
  /** Whether the issuer reads lists. */
  readonly reads: boolean
  readonly isRevoked: boolean
}

/** Two ways to revoke, both for good. Plain forms: they work without script. */
function Revoking({ sessionId, reads, isRevoked }: RevokingProps) {
  const form = (value: string, words: string, about: string) => (
    <form method="post" action={paths.actOnLaboratory(sessionId)} className="grid content-start gap-1.5">
      <input type="hidden" name="action" value="wallet-units" />
      <p>
        <button type="submit" name="revoke" value={value} className={buttonClass({ size: 'small' })}>
          {words}
        </button>
      </p>
      <p className="text-sm text-ink-2">{about}</p>
    </form>
  )
  return (
    <div className="grid gap-4 md:grid-cols-2">
      {form(
        'unit',
        'Revoke this unit',
        `Revokes what the wallet showed of the list for wallet attestations above.${
          reads ? '' : ' This issuer does not read the list: start it with check_status to see it notice.'
        }`,
      )}
      {isRevoked ? (
        <p className="text-sm text-ink-2">
          The issuer treats this unit as revoked: it refuses what the wallet asks for.
        </p>
      ) : (
        form(
          'assume',
          'Assume revoked',
          'The issuer treats every unit of this session as revoked, whatever a list of its provider says, and revokes what it issued.',
        )
      )}
    </div>
  )
}
