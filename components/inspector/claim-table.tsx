import Link from 'next/link'
import type { ReactNode } from 'react'
import type { HrefOf } from '@/lib/paths'
import { Verdict } from '../ui/verdict'
import type { ClaimRow } from './model/claim-row'

interface ClaimTableProps<Row extends ClaimRow> {
  readonly rows: readonly Row[]
  /** For those who hear the table. */
  readonly caption: string
  /** Heading of the column of what is wanted. */
  readonly wanted: string
  /** What stands where nothing came. */
  readonly absent: (row: Row) => ReactNode
  readonly hrefOf: HrefOf
}

/** Claims beside what is wanted of them and what was found; on phones a list. */
export const ClaimTable = <Row extends ClaimRow>({ rows, caption, wanted, absent, hrefOf }: ClaimTableProps<Row>) => (
  <table className="block w-full text-left text-sm md:table">
    <caption className="sr-only">{caption}</caption>
    <thead className="max-md:sr-only">
      <tr className="text-xs text-ink-3 [&>th]:py-1 [&>th]:pr-3 [&>th]:font-normal">
        <th scope="col">Claim</th>
        <th scope="col">Came</th>
        <th scope="col">{wanted}</th>
        <th scope="col">Finding</th>
      </tr>
    </thead>
    <tbody className="block md:table-row-group">
      {rows.map((row) => (
        <tr
          key={row.claim}
          className="flex flex-wrap gap-x-3 gap-y-1 border-t border-line py-2 align-top md:table-row md:[&>*]:py-1.5 md:[&>*]:pr-3"
        >
          <th scope="row" className="font-medium max-md:basis-full">
            <span className="wire text-xs [overflow-wrap:anywhere]">{row.claim}</span>
          </th>
          <td className="[overflow-wrap:anywhere]">
            <bdi>{row.came ?? absent(row)}</bdi>
          </td>
          <td className="text-ink-2">
            <span className="md:hidden">wanted: </span>
            {row.wanted}
          </td>
          <td>
            {row.status === null ? (
              <span className="text-ink-3">not judged here</span>
            ) : (
              <Link className="link target" href={hrefOf({ check: row.check })} scroll={false} prefetch={false}>
                <Verdict status={row.status} />
              </Link>
            )}
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)
