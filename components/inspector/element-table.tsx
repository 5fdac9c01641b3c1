import { ClaimValue } from './claim-value'
import type { ElementList } from './model/credential-elements'

/** The content of a credential, element by element, as a table. */
export function ElementTable({ list: { title, word, elements } }: { readonly list: ElementList }) {
  return (
    <div className="rounded-md border border-line">
      <table className="block w-full text-left text-xs/[1.55] md:table">
        <caption className="block border-b border-line bg-sunk px-2.5 py-1.5 text-left text-ink-2 md:table-caption">
          <span className="wire [overflow-wrap:anywhere]">{title}</span>
          <span className="ml-2 text-ink-3">
            {elements.length} {elements.length === 1 ? word : `${word}s`}
          </span>
        </caption>
        <thead className="sr-only">
          <tr>
            <th scope="col">{word}</th>
            <th scope="col">Value</th>
          </tr>
        </thead>
        <tbody className="block md:table-row-group">
          {elements.map(({ key, name, value }) => (
            <tr
              key={key}
              className="block border-b border-line px-2.5 py-1 last:border-b-0 hover:bg-hover md:table-row"
            >
              <th
                scope="row"
                className="wire block align-baseline font-medium md:table-cell md:w-[40%] md:px-2.5 md:py-1"
              >
                {name}
              </th>
              <td className="block min-w-0 [overflow-wrap:anywhere] md:table-cell md:px-2.5 md:py-1">
                <ClaimValue name={name} value={value} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
