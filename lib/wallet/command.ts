import { campaignByCommand } from './campaign/campaign-by-command'
import { type CommandOutput, NoVerdict, readCommandLine, UnfitSession, UsageError } from './command-line'
import { issueByCommand } from './issuer/issue-by-command'
import { misbehaviours } from './misbehaviours/issuer/registry'
import { formatNeeded } from './misbehaviours/verifier/misbehaviour'
import { presentationMisbehaviours } from './misbehaviours/verifier/registry'
import { verdictByCommand } from './session-of-link'
import { readPageLink } from './verifier/dc-api/digital-request'
import { presentByCommand } from './verifier/present-by-command'

const usage = `Usage: npm run wallet -- "<link>" [options]

Takes a credential offer, fetches the credential and verifies it; or takes a presentation
request, verifies it and presents what it asks for. The link tells which. Of a page that asks through the Digital
Credentials API (…/present/…) it plays the browser too.

  --misbehave <id>            break one rule on purpose; --list names them all
  --list                      list the misbehaviours
  --ca <file>                 trust this certificate authority for https (PEM)
  --trust-anchor <file>       trust issuers and verifiers that chain to these roots, and no others (PEM); without it everybody,
                              except with signed issuer metadata
  --wait-verdict              then wait for the verdict of the service; the exit code follows it. Where the wallet stopped at a
                              request without a word to the verifier, the service is told, as by its driver
  --fail-on <level>           must or should: the lowest level that fails the run (must)
  --timeout <seconds>         how long to wait for the verdict (60)
  --operator-token <token>    for a service that protects its evidence
  --help                      print this text

For a campaign, instead of a link; run again, it continues where it stopped:
  --campaign <address>        run through the campaign at this address, session by session
  --campaign <id> --at <url>  start a built-in one there: baseline, smoke, quick, refusals, haip, openid, full, or one whose sessions
                              have their own issuers: nonce, lifecycle, metadata, status_refusals, european_laboratory,
                              wallet_units, payments;
                              with other client ids: european_prefixes (--trust-attestation-issuer, --registered-verifier);
                              or about trust: trust, trust_issuance, trust_lists, european_trust. In sessions of the
                              European framework the wallet evaluates trust, by the lists and the policy of the campaign
                              (refuse where it has none), or as the options below say
  --auto-approve              start it as one whose driver approves whatever the wallet asks
  --transaction <file>        start it with the transaction in this file: transaction_template of POST /campaigns, as JSON
                              Ends with 0 when it passed, 1 when failed, 3 without a whole verdict.

For a credential offer:
  --tx-code <code>            the transaction code, when the offer asks for one
  --proof <type>              jwt or attestation (by default what the issuer offers, jwt first)
  --key-reference <kind>      jwk, kid (its index), thumbprint or x5c: how the jwt proof names its key (jwk)
  --attest <when>             always, never or auto: whether keys are attested (auto)
  --attestation-draft <d>     07, 08, 10 or ts3: the form of attestations (ts3 where the issuer is a European one, else 10
                              where the server offers that, else 07)
  --attested-keys <n>         how many keys a key attestation lists (1)
  --curve <curve>             P-256, P-384 or P-521: of keys, attestations and proofs (P-256)
  --batch <n>                 how many credentials to ask for at most, where the issuer gives several at
                              once (10)
  --reissue                   then refresh the token, where the issuer gave a refresh token, and fetch new
                              credentials for new keys
  --authorization-details     ask for the credential with authorization_details instead of its scope
  --encrypt                   encrypt credential request and response where the issuer offers it
  --signed-metadata           ask for the issuer metadata in signed form; needs --trust-anchor
  --client-id <id>            send a client_id (none by default)
  --save <file>               keep the credential with its private key, to be presented later

For a presentation request:
  --credential <file>         present what --save has stored; without it, the wallet first obtains a
                              credential from the service that asks
  --format <format>           what it obtains: dc+sd-jwt, mso_mdoc or both (the service's default)
  --foreign                   present a credential of an unknown issuer
  --deny                      decline, and report it; a page learns only that nothing was shared
  --haip                      refuse what HAIP forbids verifiers to ask, such as a response in the clear
  --fetch-by-get              fetch the request object by GET although POST is allowed
  --wallet-metadata <kind>    none, plain or encrypted: what to send with POST (plain)
  --dc-protocol <id>          which request of a page to answer, where its browser carries several: openid4vp-v1-unsigned,
                              openid4vp-v1-signed, openid4vp-v1-multisigned or org-iso-mdoc (the first of them)
  --payment-factors <list>    how the user approves payments, by category (knowledge=pin_6_or_more_digits,
                              inherence=fingerprint_device)
  --trust-attestation-issuer <file>  trust verifier attestations whose issuer chains to this root (PEM)
  --registered-verifier <file>       a verifier that is registered, as its session shows it (JSON); with response_uri,
                              redirect_uris or request_uris it is known at these addresses alone

To evaluate the trust in an issuer or verifier as EU wallets do (--trust-anchor then counts for nothing). With none of
these and no --trust-anchor, the other side of a European session is evaluated by the lists of that session:
  --trust-lists <address>     the address below which the lists of trusted entities are, as /trust shows it
  --list-operator <file>      who signs the lists (PEM); needed with --trust-lists
  --access-ca <file>          trust access certificates of this authority, without a list (PEM)
  --registrar-ca <file>       the same for registration certificates
  --provider-ca <file>        the same for issuers of credentials
  --trust-policy <policy>     warn or refuse: what follows where the wallet may decide (warn)
  --registered-only           show a verifier that asks for too much only what it registered
  --trust-state <file>        where to keep the sequence numbers of lists from run to run

Ends with 0 when the credential is stored or presented, 1 when not, 2 when the arguments were not understood.
With --misbehave it also ends with 1 if the session cannot show the misbehaviour: before it sends anything where it may
read the session (--operator-token), else before it presents.
With --wait-verdict it ends with 0 when the service says passed, 1 when failed, 3 without a verdict.`

/**
 * Runs the wallet as a command: prints one line for each step, then the outcome. Prints no secret in full.
 *
 * @param argv - the arguments after the program's name
 * @returns the exit code: 0 stored or presented, 1 not, 2 arguments not understood; with `--wait-verdict` 0 passed, 1 failed,
 *   3 no verdict
 */
export async function runCommand(argv: string[], { print, complain }: CommandOutput): Promise<number> {
  try {
    const line = readCommandLine(argv)
    if (line.help === true) {
      print(usage)
      return 0
    }
    if (line.list === true) {
      for (const { id, title } of misbehaviours) print(`${id}  ${title}`)
      for (const { id, title, needs = {} } of presentationMisbehaviours)
        print(`${id}  ${title}${formatNeeded(needs) === 'mso_mdoc' ? ' (with --format mso_mdoc)' : ''}`)
      return 0
    }
    if (line.campaign !== undefined) return await campaignByCommand(line, print)
    const [deeplink, ...more] = line.positionals
    if (deeplink === undefined) throw new UsageError('The link is missing.')
    if (more.length > 0) throw new UsageError('One link at a time, in quotation marks.')
    const presents = protocolOf(deeplink) === 'presentation'
    const code = await (presents ? presentByCommand(deeplink, line, print) : issueByCommand(deeplink, line, print))
    return line['wait-verdict'] === true ? await verdictByCommand(deeplink, line, print) : code
  } catch (error) {
    if (error instanceof UnfitSession) {
      print(`${error.outcome}: ${error.message}`)
      return 1
    }
    if (error instanceof NoVerdict) {
      print(`No verdict: ${error.message}`)
      return 3
    }
    if (!(error instanceof UsageError)) throw error
    complain(error.message)
    complain('Call it with --help to see what it understands.')
    return 2
  }
}

type Protocol = 'issuance' | 'presentation'

/**
 * The protocol of a link, judged by its parameters, because the user chooses the scheme: a credential offer has its own
 * parameter (OID4VCI-1FINAL-4.1), an authorization request has a client and a request object (OID4VP-1FINAL-5). Without
 * either, the scheme decides. A page that asks through its browser is recognised by its path. Null if none of these
 * apply.
 */
export function protocolOf(link: string): Protocol | null {
  if (readPageLink(link) !== null) return 'presentation'
  const [address = '', query = ''] = link.trim().split(/\?(.*)/s)
  const parameters = new URLSearchParams(query.split('#')[0])
  if (parameters.has('credential_offer') || parameters.has('credential_offer_uri')) return 'issuance'
  if (parameters.has('client_id') || parameters.has('request_uri') || parameters.has('request')) return 'presentation'
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(address)?.[1]?.toLowerCase() ?? ''
  if (['openid-credential-offer', 'haip-vci', 'eu-eaa-offer'].includes(scheme)) return 'issuance'
  return ['openid4vp', 'haip-vp', 'eu-eaap'].includes(scheme) ? 'presentation' : null
}
