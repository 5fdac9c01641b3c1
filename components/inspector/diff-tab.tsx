import Link from 'next/link'
import type { ReactNode } from 'react'
import type { RunLine } from '@/lib/core/workbenches/fold-runs'
import { lastGood } from '@/lib/core/workbenches/last-good'
import type { HrefOf, InspectorTarget } from '@/lib/paths'
import { keptReference } from '@/lib/queries/reference-runs'
import { type ComparableSession, comparableSession } from '@/lib/queries/sessions'
import { differenceWords, MessageTable } from '../comparison/message-table'
import { compareMessages, counterpartOf } from '../comparison/model/compare-messages'
import { HiddenFields } from '../start/session-form'
import { buttonClass } from '../ui/button-class'
import type { InspectedExchange } from './model/flow-model'
import { judgedMember } from './model/member-marks'
import { shortId } from './model/session-state'

/** What the Diff tab needs from the page around it. */
export interface DiffInput {
  /** The sessions of its workbench, newest first; `null` outside of one. */
  readonly mates: readonly RunLine[] | null
  /** Where the form that runs the reference wallet is posted to; `null` where nobody may. */
  readonly runReference: string | null
}

interface DiffTabProps extends DiffInput {
  readonly kind: 'issuance' | 'presentation'
  readonly session: ComparableSession
  readonly exchange: InspectedExchange
  readonly target: InspectorTarget
  readonly hrefOf: HrefOf
  /** Form fields that make a session with the same settings; `null` where the reference wallet cannot take part. */
  readonly sameSettings: Readonly<Record<string, string>> | null
}

/**
 * What the wallet sent in an exchange, beside what was sent in another session: the last good one of the workbench, or
 * the reference wallet's with the same settings.
 */
export async function DiffTab(props: DiffTabProps) {
  const { kind, session, exchange, target, hrefOf, mates, sameSettings, runReference } = props
  const check = session.cause?.check ?? null
  const good = mates && lastGood(mates, session.session_id, check)
  const kept = sameSettings && (await keptReference(kind, sameSettings))
  const chosen = chosenSession(target.against, good?.sessionId ?? null, kept)
  const other = chosen === null || chosen === session.session_id ? null : await comparableSession(kind, chosen)
  const hrefAgainst = (against: string | undefined) =>
    hrefOf({ ...target, exchange: exchange.id, tab: 'diff', check: undefined, against })
  const isReference = other !== null && other.started_by === 'reference' && chosen !== good?.sessionId
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3 pb-4">
      <div className="flex flex-wrap items-center gap-2 px-4 text-sm text-ink-2">
        <span>Against</span>
        {good && (
          <Choice href={hrefAgainst(undefined)} isChosen={chosen === good.sessionId}>
            last good run
          </Choice>
        )}
        <Choice href={hrefAgainst('reference')} isChosen={other === null ? !good : isReference}>
          reference wallet
        </Choice>
        {other !== null && !isReference && chosen !== good?.sessionId && (
          <span className="wire text-xs">{shortId(other.session_id)}</span>
        )}
      </div>
      {other === null ? (
        <NoReference
          hasMates={mates !== null}
          check={check}
          form={
            sameSettings === null || runReference === null ? null : (
              <ReferenceForm
                action={runReference}
                fields={{
                  ...sameSettings,
                  wing: kind,
                  compared_exchange: exchange.id,
                  compared_session: target.session ?? '',
                }}
              />
            )
          }
        />
      ) : (
        <Difference
          session={session}
          other={other}
          exchange={exchange}
          name={nameOf(other, mates, isReference)}
          onlyDifferences={target.only === '1'}
          switchHref={hrefOf({
            ...target,
            exchange: exchange.id,
            tab: 'diff',
            check: undefined,
            only: target.only === '1' ? undefined : '1',
          })}
        />
      )}
    </div>
  )
}

/** The session to compare with: the one that the address names, otherwise the last good one or the reference wallet's. */
function chosenSession(against: string | undefined, good: string | null, kept: string | null): string | null {
  if (against === undefined) return good ?? kept
  return against === 'reference' ? kept : against
}

const nameOf = (other: ComparableSession, mates: DiffInput['mates'], isReference: boolean): string => {
  const mate = mates?.find(({ sessionId }) => sessionId === other.session_id)
  if (mate !== undefined) return `Session ${mate.number}`
  return isReference ? 'Reference wallet' : `Session ${shortId(other.session_id)}`
}

interface ChoiceProps {
  readonly href: string
  readonly isChosen: boolean
  readonly children: ReactNode
}

const Choice = ({ href, isChosen, children }: ChoiceProps) => (
  <Link
    href={href}
    scroll={false}
    prefetch={false}
    aria-current={isChosen ? 'true' : undefined}
    className={buttonClass({ size: 'small', look: isChosen ? 'plain' : 'quiet' })}
  >
    {children}
  </Link>
)

interface DifferenceProps {
  readonly session: ComparableSession
  readonly other: ComparableSession
  readonly exchange: InspectedExchange
  readonly name: string
  readonly onlyDifferences: boolean
  readonly switchHref: string
}

function Difference({ session, other, exchange, name, onlyDifferences, switchHref }: DifferenceProps) {
  const counterpart = counterpartOf(exchange.id, other, session)
  if (counterpart === null)
    return <p className="px-4 text-sm text-ink-2">{`${name}: no such request is on record there.`}</p>
  const compared = compareMessages({ session: other, exchange: counterpart }, { session, exchange }, judgedMember)
  return (
    <>
      <MessageTable
        compared={compared}
        names={{ before: name, after: 'This session' }}
        what={`What was sent, against ${name}`}
        onlyDifferences={onlyDifferences}
      />
      <p className="px-4 text-xs text-ink-2">
        {differenceWords(compared)} Values that must be new are compared by what their checks found.{' '}
        <Link href={switchHref} scroll={false} prefetch={false} className="link target">
          {onlyDifferences ? 'All members' : 'Only differences'}
        </Link>
      </p>
    </>
  )
}

interface NoReferenceProps {
  readonly hasMates: boolean
  /** The check that failed; `null` if none did. */
  readonly check: string | null
  readonly form: ReactNode
}

function NoReference({ hasMates, check, form }: NoReferenceProps) {
  return (
    <div className="grid justify-items-start gap-3 px-4 text-sm text-ink-2">
      <p>
        {hasMates
          ? check === null
            ? 'No other session of this workbench passed in this format.'
            : 'No other session of this workbench passed this check in this format.'
          : 'There is nothing to compare with yet.'}{' '}
        {form !== null && 'The reference wallet can answer the same settings in a session of its own.'}
      </p>
      {form}
    </div>
  )
}

interface ReferenceFormProps {
  readonly action: string
  readonly fields: Readonly<Record<string, string>>
}

/** Runs the reference wallet in a session with these settings. A plain form, which leads back to this tab. */
const ReferenceForm = ({ action, fields }: ReferenceFormProps) => (
  <form method="post" action={action} autoComplete="off">
    <HiddenFields fields={fields} />
    <button type="submit" className={buttonClass()}>
      Compare with the reference wallet
    </button>
  </form>
)
