import type { Check } from '../../../engine/checks/check'
import type { ResponseReading } from '../../read/response/response-reading'
import { vpJweAlg } from './alg'
import { vpJweApuApv } from './apu-apv'
import { vpJweCompact } from './compact'
import { vpJweCrit } from './crit'
import { vpJweCty } from './cty'
import { vpJweDecrypts } from './decrypts'
import { vpJweDefaultEnc } from './default-enc'
import { vpJweEnc } from './enc'
import { vpJweEncHaip } from './enc-haip'
import { vpJweEncryptedKeyEmpty } from './encrypted-key-empty'
import { vpJweEpk } from './epk'
import { vpJweEpkFresh } from './epk-fresh'
import { vpJweHeaderJson } from './header-json'
import { vpJweHeaderMinimal } from './header-minimal'
import { vpJweIgnoresUnusableKey } from './ignores-unusable-key'
import { vpJweKeyOfRequest } from './key-of-request'
import { vpJweKeyWithoutUse } from './key-without-use'
import { vpJweKidMatches } from './kid-matches'
import { vpJweKidPresent } from './kid-present'
import { vpJweNoIssAudExp } from './no-iss-aud-exp'
import { vpJwePayloadObject } from './payload-object'
import { vpJweTyp } from './typ'
import { vpJweUnsigned } from './unsigned'
import { vpJweZipAbsent } from './zip-absent'

/** Checks of an encrypted answer: its header first, then its content. */
export const responseJweChecks: readonly Check<ResponseReading>[] = [
  vpJweCompact,
  vpJweHeaderJson,
  vpJweAlg,
  vpJweEnc,
  vpJweEncHaip,
  vpJweKidPresent,
  vpJweKidMatches,
  vpJweKeyOfRequest,
  vpJweEpk,
  vpJweEpkFresh,
  vpJweEncryptedKeyEmpty,
  vpJweZipAbsent,
  vpJweCty,
  vpJweTyp,
  vpJweCrit,
  vpJweApuApv,
  vpJweHeaderMinimal,
  vpJweDecrypts,
  vpJweUnsigned,
  vpJwePayloadObject,
  vpJweNoIssAudExp,
  vpJweIgnoresUnusableKey,
  vpJweKeyWithoutUse,
  vpJweDefaultEnc,
]
