import type { Metadata } from 'next'
import Link from 'next/link'
import { CiGuide, GuideSection } from '@/components/docs/guide'
import { paths } from '@/lib/paths'
import { serviceView } from '@/lib/queries/issuers'

export const metadata: Metadata = {
  title: 'Guides',
  description: 'First session, phone, CI, how to read a verdict, and what is redacted.',
}

const guides = [
  ['first-session', 'Your first session'],
  ['phone', 'Connect a phone'],
  ['verdict', 'Read a verdict'],
  ['ci', 'Use it in CI'],
  ['redaction', 'What is redacted'],
  ['trust', 'Trust our certificates'],
] as const

export default async function GuidesPage() {
  const { baseUrl } = await serviceView()
  return (
    <div className="mx-auto max-w-[820px] px-4 pb-12 md:px-6">
      <h1 className="pt-6 text-2xl">Guides</h1>
      <nav aria-label="Guides" className="mt-3 flex flex-wrap gap-x-4 gap-y-1">
        {guides.map(([id, title]) => (
          <a key={id} className="link target" href={`#${id}`}>
            {title}
          </a>
        ))}
        <Link className="link target" href={paths.apiDocs()}>
          API reference
        </Link>
        <Link className="link target" href={paths.checks()}>
          All checks
        </Link>
      </nav>

      <GuideSection id="first-session" title="Your first session">
        <ol>
          <li>
            Choose what the wallet should do: <Link href={paths.startIssuance()}>get a credential</Link>,{' '}
            <Link href={paths.startPresentation()}>present one</Link>, or{' '}
            <Link href={paths.startRoundTrip()}>both in a row</Link>. Press the start button.
          </li>
          <li>Scan the QR code with the wallet. On the same device, press “Open on this device” instead.</li>
          <li>
            Requests appear within a second. The headline names the first failure, its clause and how to fix it; press{' '}
            <kbd>f</kbd> for the next one.
          </li>
        </ol>
        <p>
          No wallet handy? The built-in reference wallet runs the same session. Let it misbehave to see what a failure
          looks like: each misbehaviour is named after the check that catches it.
        </p>
      </GuideSection>

      <GuideSection id="phone" title="Connect a phone">
        <p>
          Wallets refuse plain http, and <code>localhost</code> on a phone means the phone itself. Start the service
          with <code>npm start -- --phone</code>, or put it behind a tunnel or proxy and set <code>BASE_URL</code>. The
          page <Link href={paths.phone()}>Connect a phone</Link> shows the steps for this installation.
        </p>
      </GuideSection>

      <GuideSection id="verdict" title="Read a verdict">
        <p>Each check cites one clause and has a level. Only the level decides what a failure means:</p>
        <dl>
          <dt>MUST</dt>
          <dd>
            The specification demands it. A MUST that broke for certain fails the session; an inferred one is “most
            likely failed”.
          </dd>
          <dt>SHOULD</dt>
          <dd>Recommended. It is counted and shown, and never fails the session.</dd>
          <dt>INFO</dt>
          <dd>Good to know: a draft’s spelling, an unusual choice.</dd>
        </dl>
        <ul>
          <li>
            <strong>Passed</strong>: the flow finished and no MUST failed.
          </li>
          <li>
            <strong>Failed</strong>: a MUST failed, no matter where the flow ended.
          </li>
          <li>
            <strong>No verdict</strong>: no MUST failed, but the flow did not finish. An unfinished flow never passes.
          </li>
          <li>
            <strong>Not observed</strong>: nothing in this session for the check to judge.
          </li>
        </ul>
        <p>
          HAIP requirements count only in sessions that claim the profile; elsewhere they are warnings. A request that
          names no session, such as a metadata fetch, is matched by client and time. It is marked “inferred”, and what
          breaks there is a warning.
        </p>
      </GuideSection>

      <GuideSection id="ci" title="Use it in CI">
        <CiGuide baseUrl={baseUrl} />
      </GuideSection>

      <GuideSection id="redaction" title="What is redacted">
        <p>
          Requests are stored after secrets are removed: codes, tokens, nonces, client secrets, proofs, credentials and
          the values of claims. A redacted value shows its kind and length. Equal values have equal fingerprints, so you
          can follow a code or key through a session without seeing it.
        </p>
        <p>
          Claim values of a presentation are masked. Hosts, paths, header names, claim names, algorithms, public keys
          and certificates stay readable. Still, use test identities only: a secret in an unexpected place may not be
          recognised.
        </p>
        <p>
          Anyone who knows the URL of a session can read it, unless the installation sets <code>OPERATOR_TOKEN</code>.
          Sessions are deleted after <code>RETENTION_DAYS</code>.
        </p>
      </GuideSection>

      <GuideSection id="trust" title="Trust our certificates">
        <p>
          All issuers and the verifier chain to one test root of this installation. A wallet that checks chains needs it
          as a trust anchor: <a href={paths.api.trustAnchor()}>root-ca.pem</a>. Install it on test devices only.
        </p>
        <p>
          European wallets want more: access and registration certificates, and lists of trusted authorities.{' '}
          <Link className="link" href={paths.trust()}>
            Make a wallet trust this service
          </Link>{' '}
          has them, with the steps for each wallet.
        </p>
      </GuideSection>
    </div>
  )
}
