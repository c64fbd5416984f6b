import type { Settings } from '../../config/settings';
import { setRecorder } from './recorder';

/**
 * Begins to send traces and metrics where the settings say where to. Else nothing of OpenTelemetry is even loaded.
 * @returns sends the rest, and stops
 */
export async function startTelemetry({ telemetry }: Settings): Promise<() => Promise<void>> {
  if (telemetry === null) return () => Promise.resolve();
  const { OtlpRecorder } = await import('./otlp-recorder');
  const recorder = new OtlpRecorder(telemetry);
  setRecorder(recorder);
  return async () => {
    setRecorder(null);
    await recorder.stop();
  };
}
