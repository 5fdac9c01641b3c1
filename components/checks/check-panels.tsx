import { caseFacts } from '@/lib/core/campaigns/official-cases/case-facts'
import type { OfficialCase } from '@/lib/core/campaigns/official-cases/official-case'
import type { Json } from '@/lib/core/shared/values/json'
import type { checkExample } from '@/lib/queries/checks'
import { buttonClass } from '../ui/button-class'
import { Icon } from '../ui/icon'
import { Breakable } from '../ui/json-value'
import { Verdict } from '../ui/verdict'

type Example = NonNullable<ReturnType<typeof checkExample>>

const textOf = (value: Json): string => (typeof value === 'string' ? value || '(empty)' : JSON.stringify(value))

/** A passing and a failing example side by side: what the check saw, and how they differ. */
export function CheckExamplePanel({ example: { passes, fails } }: { readonly example: Example }) {
  const rows: readonly (readonly [name: string, passes: Json | undefined, fails: Json | undefined])[] = [
    ...(fails.expected === undefined ? [] : [['Expected', undefined, fails.expected] as const]),
    ...(passes.seen === undefined && fails.seen === undefined ? [] : [['Sent', passes.seen, fails.seen] as const]),
  ]
  const differing = passes.values.map(({ at, value }, place) => [at, value, fails.values[place]?.value] as const)
  return (
    <table className="w-full table-fixed text-left text-sm [&_td]:py-1.5 [&_td]:pr-3 [&_td]:align-top [&_th]:py-1.5 [&_th]:pr-3 [&_th]:align-top [&_tr]:border-t [&_tr]:border-line [&_thead_tr]:border-t-0">
      <thead>
        <tr>
          <td />
          <th scope="col">
            <Verdict status="pass" />
          </th>
          <th scope="col">
            <Verdict status="fail" />
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, kept, broken]) => (
          <tr key={name}>
            <th scope="row" className="font-normal text-ink-3">
              {name}
            </th>
            <Cell value={kept} nothing="" />
            <Cell value={broken} nothing="" />
          </tr>
        ))}
        {differing.map(([at, kept, broken]) => (
          <tr key={at}>
            <th scope="row" className="wire text-xs font-normal text-ink-3">
              <Breakable text={at} />
            </th>
            <Cell value={kept} nothing="absent" />
            <Cell value={broken} nothing="absent" />
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Cell({ value, nothing }: { readonly value: Json | undefined; readonly nothing: string }) {
  return value === undefined || value === null ? (
    <td className="text-ink-3">{value === null ? 'nothing' : nothing}</td>
  ) : (
    <td className="wire text-xs">{textOf(value)}</td>
  )
}

interface Misbehaviour {
  readonly id: string
  readonly title: string
}

/** Rows shown expanded. Refusal tests break one rule in dozens of ways; other rules have one to five misbehaviours. */
const openRows = 6

/**
 * Misbehaviours of the reference wallet that break a rule, each with a button that runs it.
 * @param misbehaviours not empty
 * @param action URL of the forms: starts an issuance or a presentation
 */
export function CheckMisbehaviours({
  misbehaviours,
  action,
}: {
  readonly misbehaviours: readonly Misbehaviour[]
  readonly action: string
}) {
  const folded = misbehaviours.slice(openRows)
  return (
    <>
      <MisbehaviourRows misbehaviours={misbehaviours.slice(0, openRows)} action={action} />
      {folded.length > 0 && (
        <details className="mt-2">
          <summary className="chevron flex min-h-10 items-center gap-x-2">{folded.length} more</summary>
          <MisbehaviourRows misbehaviours={folded} action={action} />
        </details>
      )}
    </>
  )
}

function MisbehaviourRows({
  misbehaviours,
  action,
}: {
  readonly misbehaviours: readonly Misbehaviour[]
  readonly action: string
}) {
  return (
    <ul className="grid gap-2">
      {misbehaviours.map(({ id, title }) => (
        <li key={id}>
          <form method="post" action={action} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <input type="hidden" name="fault" value={id} />
            <button type="submit" name="run" value="fault" className={buttonClass()}>
              <Icon name="play" />
              Run this misbehaviour
            </button>
            <span className="min-w-0 text-sm text-ink-2">{title}</span>
          </form>
        </li>
      ))}
    </ul>
  )
}

/** Official test cases that a check contributes to, linked to their texts and known errata. */
export function DecidedCases({
  edition,
  cases,
}: {
  readonly edition: string
  readonly cases: readonly OfficialCase[]
}) {
  return (
    <details>
      <summary className="chevron flex min-h-10 items-center gap-x-2">
        {cases.length} {cases.length === 1 ? 'case' : 'cases'} of the European framework, edition {edition}
      </summary>
      <ul className="grid gap-2 pt-1">
        {cases.map(caseFacts).map(({ id, objective, preset, url, defect }) => (
          <li key={id} className="grid gap-0.5 text-sm">
            <span>{objective}</span>
            <span className="text-ink-2 [overflow-wrap:anywhere]">
              <a className="link target wire text-xs" href={url}>
                {id}
              </a>{' '}
              by the preset {preset}
            </span>
            {defect !== null && <span className="text-warn-ink">Defect of the framework: {defect}</span>}
          </li>
        ))}
      </ul>
    </details>
  )
}
