import type { ServedLaboratory } from '@/lib/queries/sessions'
import { CopyButton } from '../../../ui/copy-button'
import { Icon } from '../../../ui/icon'
import { LocalTime } from '../../../ui/time'
import { Facts } from '../../facts'
import { type DiffRow, diffRows, shortText } from '../../model/line-diff'

type Served = ServedLaboratory['documents'][number]
type Certificate = ServedLaboratory['certificates'][number]

/** What the issuer serves: each document compared with the correct one, and the certificates of its signers. */
export function ServedPart({ documents, certificates }: ServedLaboratory) {
  return (
    <>
      <p className="text-sm text-ink-2">
        As the next fetch gets them. Right is what the same issuer would serve without the fault of this session.
        Opening an address is a request to this issuer, and on record: copy it instead.
      </p>
      <ul className="grid gap-3">
        {documents.map((document) => (
          <li key={document.name} className="min-w-0 border-t border-line pt-3">
            <ServedDocument {...document} />
          </li>
        ))}
      </ul>
      <h3 className="mt-2 text-sm">Certificates</h3>
      <ul className="grid gap-x-6 gap-y-3 md:grid-cols-2">
        {certificates.map((certificate) => (
          <li key={certificate.der} className="min-w-0 border-t border-line pt-3">
            <CertificateFacts {...certificate} />
          </li>
        ))}
      </ul>
    </>
  )
}

function ServedDocument({ name, address, right, served, deviates, holdSeconds }: Served) {
  const isRight = right === served
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1.5 text-sm">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-[550] [overflow-wrap:anywhere]">{name}</span>
        {deviates ? (
          <span className="inline-flex items-center gap-1.5 text-warn-ink">
            <Icon name="warn" className="size-3.5" />
            altered on purpose
          </span>
        ) : (
          <span className="inline-flex items-center gap-1.5 text-pass-ink">
            <Icon name="pass" className="size-3.5" />
            as it should be
          </span>
        )}
      </p>
      <p>
        <span className="wire text-xs text-ink-2">{address}</span>{' '}
        <CopyButton text={address} what={`address of ${name}`} />
      </p>
      {holdSeconds > 0 && <p>It is held back for {holdSeconds} s.</p>}
      {deviates && isRight && holdSeconds === 0 && (
        <p>Its content is as it should be: what differs is the signature.</p>
      )}
      {!isRight && <Difference rows={diffRows(right, served)} name={name} />}
      <details>
        <summary className="chevron flex items-center text-ink-2">All of it</summary>
        <pre
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached by keyboard. WCAG 2.2, 2.1.1
          tabIndex={0}
          className="mt-1 max-h-96 overflow-auto rounded-md border border-line bg-sunk px-3 py-2 text-xs/[1.6] whitespace-pre-wrap [overflow-wrap:anywhere]"
        >
          {shortText(served)}
        </pre>
      </details>
    </div>
  )
}

const looks = {
  same: { sign: ' ', said: '', className: 'text-ink-2' },
  missing: { sign: '−', said: 'right: ', className: 'bg-pass-soft' },
  added: { sign: '+', said: 'served: ', className: 'bg-warn-soft' },
} as const

function Difference({ rows, name }: { readonly rows: readonly DiffRow[]; readonly name: string }) {
  return (
    <figure className="min-w-0">
      <figcaption className="mb-1 text-xs text-ink-2">
        <span className="bg-pass-soft px-1">− right</span> <span className="bg-warn-soft px-1">+ served</span>
      </figcaption>
      <ol
        aria-label={`Differences of ${name}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached by keyboard. WCAG 2.2, 2.1.1
        tabIndex={0}
        // Position screen-reader text inside this element; otherwise the page becomes as tall as all of it.
        className="relative max-h-72 overflow-y-auto rounded-md border border-line py-1 text-xs/[1.6]"
      >
        {rows.map((row, at) => {
          const key = String(at)
          if (row.kind === 'skipped')
            return (
              <li key={key} className="px-2 text-ink-3">
                … {row.count} {row.count === 1 ? 'line' : 'lines'}
              </li>
            )
          const { sign, said, className } = looks[row.kind]
          return (
            <li key={key} className={`wire grid grid-cols-[2ch_minmax(0,1fr)] px-2 whitespace-pre-wrap ${className}`}>
              <span aria-hidden="true">{sign}</span>
              <span>
                {said !== '' && <span className="sr-only">{said}</span>}
                {row.text}
              </span>
            </li>
          )
        })}
      </ol>
    </figure>
  )
}

const wire = (text: string) => <code className="wire text-xs">{text}</code>

/** PEM of a DER certificate. RFC7468-5 */
const pemOf = (der: string): string =>
  ['-----BEGIN CERTIFICATE-----', ...(der.match(/.{1,64}/g) ?? []), '-----END CERTIFICATE-----', ''].join('\n')

function CertificateFacts({ name, der, facts }: Certificate) {
  const pem = pemOf(der)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
      <p className="text-sm font-[550]">{name}</p>
      {facts === null ? (
        <p className="text-sm text-ink-2">This certificate cannot be read.</p>
      ) : (
        <Facts
          facts={[
            ['Subject', facts.subject],
            ['Issued by', facts.issuer],
            [
              'Valid',
              <>
                <LocalTime at={new Date(facts.notBefore).toISOString()} /> to{' '}
                <LocalTime at={new Date(facts.notAfter).toISOString()} />
              </>,
            ],
            ['Serial number', wire(facts.serialNumber)],
            ['SHA-256', wire(facts.sha256)],
          ]}
        />
      )}
      <p className="flex flex-wrap items-center gap-2">
        <CopyButton text={pem} what={`PEM: ${name}`} label="Copy PEM" />
        <a
          className="link target text-sm"
          download={`${name.toLowerCase().replaceAll(/\W+/g, '-')}.pem`}
          href={`data:application/x-pem-file,${encodeURIComponent(pem)}`}
        >
          Download<span className="sr-only"> PEM: {name}</span>
        </a>
      </p>
    </div>
  )
}
