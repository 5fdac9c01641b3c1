import { encryptJwe, type JweDraft } from '../../jose/jwe'
import { type JsonObject, readJsonObject } from '../../json'
import { applyPatch } from '../../misbehaviours/apply'
import { aroundStep, requireJson, sendStep } from '../../step'
import type { ReplyAddress } from '../request/authorization-request'
import type { Run } from '../run'

/**
 * Posts the parameters of a response or error to the verifier, as a form or as one JWE in a form (OID4VP-1FINAL-8.2,
 * 8.3.1). An error that cannot be encrypted is sent unencrypted.
 * @param parameters - built again for each retry
 * @returns the JSON object of the answer
 * @throws WalletStop, Refused
 */
export async function sendResponse(run: Run, replyTo: ReplyAddress, parameters: () => JsonObject): Promise<JsonObject> {
  return aroundStep(run, 'response', async () => {
    const { misbehaviour } = run
    applyPatch(run, 'response', misbehaviour?.patchFacts, run.facts)
    const response = {
      ...parameters(),
      ...(replyTo.state === null ? {} : { state: replyTo.state }),
    }
    applyPatch(run, 'response', misbehaviour?.patchResponse, response)
    const form: [string, string][] =
      replyTo.recipient === null
        ? Object.entries(response).map(([name, value]) => [
            name,
            typeof value === 'string' ? value : JSON.stringify(value),
          ])
        : [['response', encryptResponse(run, response, replyTo.recipient)]]
    applyPatch(run, 'response', misbehaviour?.patchForm, form)
    const answer = await sendStep(run, {
      step: 'response',
      method: 'POST',
      url: replyTo.responseUri,
      headers: [
        ['Content-Type', 'application/x-www-form-urlencoded'],
        ['Accept', 'application/json'],
      ],
      body: new URLSearchParams(form).toString(),
      learned: () => 'that the verifier took the response',
    })
    return run.profile.takesAnyResponse ? (readJsonObject(answer.body) ?? {}) : requireJson('response', answer)
  })
}

/** The parameters of a response as one JWE (OID4VP-1FINAL-8.3). */
export function encryptResponse(
  run: Run,
  response: JsonObject,
  { jwk, kid, enc }: NonNullable<ReplyAddress['recipient']>,
): string {
  const draft: JweDraft = {
    header: { alg: 'ECDH-ES', enc, kid },
    plaintext: JSON.stringify(response),
    recipient: { ...jwk },
    ephemeral: run.newKey(),
  }
  return encryptJwe(applyPatch(run, 'response', run.misbehaviour?.patchEncryption, draft), run.random)
}
