import type { Check } from '../../../engine/checks/check'
import type { ResponseReading } from '../../read/response/response-reading'
import { jweAlg } from './alg'
import { jweApuApv } from './apu-apv'
import { jweCompact } from './compact'
import { jweCrit } from './crit'
import { jweCty } from './cty'
import { jweDecrypts } from './decrypts'
import { jweDefaultEnc } from './default-enc'
import { jweEnc } from './enc'
import { jweEncHaip } from './enc-haip'
import { jweEncryptedKeyEmpty } from './encrypted-key-empty'
import { jweEpk } from './epk'
import { jweEpkFresh } from './epk-fresh'
import { jweHeaderJson } from './header-json'
import { jweHeaderMinimal } from './header-minimal'
import { jweIgnoresUnusableKey } from './ignores-unusable-key'
import { jweKeyOfRequest } from './key-of-request'
import { jweKeyWithoutUse } from './key-without-use'
import { jweKidMatches } from './kid-matches'
import { jweKidPresent } from './kid-present'
import { jweNoIssAudExp } from './no-iss-aud-exp'
import { jwePayloadObject } from './payload-object'
import { jweTyp } from './typ'
import { jweUnsigned } from './unsigned'
import { jweZipAbsent } from './zip-absent'

/** Checks of an encrypted answer: its header first, then its content. */
export const responseJweChecks: readonly Check<ResponseReading>[] = [
  jweCompact,
  jweHeaderJson,
  jweAlg,
  jweEnc,
  jweEncHaip,
  jweKidPresent,
  jweKidMatches,
  jweKeyOfRequest,
  jweEpk,
  jweEpkFresh,
  jweEncryptedKeyEmpty,
  jweZipAbsent,
  jweCty,
  jweTyp,
  jweCrit,
  jweApuApv,
  jweHeaderMinimal,
  jweDecrypts,
  jweUnsigned,
  jwePayloadObject,
  jweNoIssAudExp,
  jweIgnoresUnusableKey,
  jweKeyWithoutUse,
  jweDefaultEnc,
]
