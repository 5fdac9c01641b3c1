import { isObject } from '@/lib/core/ground/values/json'
import { isRedacted, JsonValue } from '../ui/json-value'

/** The meaning of a CBOR tag. RFC 8943, 3; RFC 8949, 3.4 */
const tagWords: Readonly<Record<string, string>> = { 0: 'date and time', 1: 'seconds since 1970', 1004: 'full date' }

interface ClaimValueProps {
  readonly name: string
  readonly value: unknown
}

/** The value of a claim in readable form: the contents of a tag or list instead of their notation. */
export function ClaimValue({ name, value }: ClaimValueProps) {
  if (isRedacted(value)) return <JsonValue name={name} value={value} plain={false} />
  if (isObject(value) && 'cbor_tag' in value) {
    const tag = String(value.cbor_tag)
    return (
      <>
        <ClaimValue name={name} value={value.value} />
        <span className="ml-1.5 text-ink-3">{tagWords[tag] ?? `CBOR tag ${tag}`}</span>
      </>
    )
  }
  if (Array.isArray(value) && value.length > 0) {
    return (
      <ul className="grid gap-1">
        {value.map((item, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: items have no identity but their place.
          <li key={index}>
            <ClaimValue name={name} value={item} />
          </li>
        ))}
      </ul>
    )
  }
  if (isObject(value) && !Array.isArray(value) && Object.keys(value).length > 0) {
    return (
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 gap-y-1">
        {Object.entries(value).map(([member, inner]) => (
          <div key={member} className="contents">
            <dt className="wire text-ink-2">{member}</dt>
            <dd>
              <ClaimValue name={member} value={inner} />
            </dd>
          </div>
        ))}
      </dl>
    )
  }
  return <JsonValue name={name} value={value} plain={false} />
}
