const areaClass = 'wire w-full min-w-0 rounded-md border border-control bg-surface px-2.5 py-2 text-xs/[1.6]'

const fields = [
  {
    name: 'access_chain',
    label: 'Certificate chain',
    member: 'access_certificate.chain',
    help: 'PEM of 1 to 10 certificates, the one of the key first. A trust anchor among them is not sent.',
    begins: '-----BEGIN CERTIFICATE-----',
  },
  {
    name: 'access_key',
    label: 'Private key',
    member: 'access_certificate.private_key',
    help: 'P-256, as PKCS#8 in PEM form. Sealed for this session, shown nowhere, deleted a day after it.',
    begins: '-----BEGIN PRIVATE KEY-----',
  },
] as const

interface OwnCertificateFieldsProps {
  /** The form that they are in: a page may have both. */
  readonly of: 'issuance' | 'presentation'
}

const signs = {
  presentation:
    'Signs the request under an access certificate of yours instead of ours, for a wallet that trusts its authority.',
  issuance:
    'Gives the session an issuer of its own (laboratory) under European trust, whose metadata an access certificate of yours signs instead of ours, for a wallet that trusts its authority.',
} as const

/**
 * An access certificate of the tester's own. Nothing here is state: neither this page, the browser nor the command below
 * remembers what was entered.
 */
export function OwnCertificateFields({ of }: OwnCertificateFieldsProps) {
  return (
    <details className="min-w-0 open:basis-full">
      <summary className="chevron flex items-center text-sm text-ink-2">Own certificates</summary>
      <p className="mt-3 text-sm text-ink-2">{signs[of]} Over https, or on this machine, only.</p>
      <div className="mt-3 grid gap-4 md:grid-cols-2">
        {fields.map(({ name, label, member, help, begins }) => (
          <label key={name} className="grid content-start gap-1 text-sm">
            <span className="font-medium">
              {label} <code className="text-ink-3">{member}</code>
            </span>
            <textarea
              name={name}
              rows={5}
              spellCheck={false}
              autoComplete="off"
              autoCapitalize="off"
              placeholder={begins}
              aria-describedby={`${of}-${name}-help`}
              className={areaClass}
            />
            <span id={`${of}-${name}-help`} className="text-ink-2">
              {help}
            </span>
          </label>
        ))}
      </div>
    </details>
  )
}
