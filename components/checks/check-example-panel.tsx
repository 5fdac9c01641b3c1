import type { Json } from '@/lib/core/ground/values/json'
import type { checkExample } from '@/lib/queries/checks'
import { Breakable } from '../ui/breakable'
import { Verdict } from '../ui/verdict'

type Example = NonNullable<ReturnType<typeof checkExample>>

const textOf = (value: Json): string => (typeof value === 'string' ? value || '(empty)' : JSON.stringify(value))

/** Two cases side by side, one that passes and one that fails: what the check saw, and where they differ. */
export function CheckExamplePanel({ example: { passes, fails } }: { readonly example: Example }) {
  const rows: readonly (readonly [name: string, passes: Json | undefined, fails: Json | undefined])[] = [
    ...(fails.expected === undefined ? [] : [['Expected', undefined, fails.expected] as const]),
    ...(passes.seen === undefined && fails.seen === undefined ? [] : [['Seen', passes.seen, fails.seen] as const]),
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
