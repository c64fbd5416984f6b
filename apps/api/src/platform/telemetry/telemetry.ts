import type { Settings } from '../../config/settings';
import { setRecorder } from './recorder';

/**
 * Starts the export of traces and metrics if the settings name an endpoint. Otherwise OpenTelemetry is not loaded.
 * @returns a function that flushes and stops
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
