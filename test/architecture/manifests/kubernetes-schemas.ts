/**
 * JSON schemas of the Kubernetes objects of the project and of `compose.yaml`. They list the fields that the project
 * uses, not all fields of Kubernetes and Compose.
 */

type Schema = Readonly<Record<string, unknown>>;

const text: Schema = { type: 'string', minLength: 1 };
const number: Schema = { type: 'integer', minimum: 0 };
const flag: Schema = { type: 'boolean' };
const oneOf = (...values: readonly string[]): Schema => ({ enum: values });
const list = (items: Schema): Schema => ({ type: 'array', items, minItems: 1 });
const map = (values: Schema): Schema => ({ type: 'object', additionalProperties: values });

/** Returns the schema of an object with required and optional members, and no others. */
function object(required: Record<string, Schema>, optional: Record<string, Schema> = {}): Schema {
  return {
    type: 'object',
    properties: { ...required, ...optional },
    required: Object.keys(required),
    additionalProperties: false,
  };
}

/** The name of an object, a container or a service port (RFC 1123). */
const name: Schema = { type: 'string', pattern: '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$' };
/** The name of a container port (RFC 6335): up to 15 characters, at least one letter, no two hyphens in a row. */
const portName: Schema = { type: 'string', pattern: '^(?=.*[a-z])(?!.*--)[a-z0-9]([a-z0-9-]{0,13}[a-z0-9])?$' };
const labels = map({ type: 'string', pattern: '^[A-Za-z0-9]([A-Za-z0-9._-]{0,61}[A-Za-z0-9])?$' });
const selector = object({ matchLabels: labels });
const metadata = object({ name }, { labels });
const quantity: Schema = { type: 'string', pattern: '^[0-9]+(m|Ki|Mi|Gi)?$' };
const amounts = object({ memory: quantity }, { cpu: quantity });
const portNumber: Schema = { type: 'integer', minimum: 1, maximum: 65_535 };
/** A reference to a port of a container. */
const port: Schema = { anyOf: [portName, portNumber] };
const probe = object(
  { httpGet: object({ path: { type: 'string', pattern: '^/' }, port }) },
  { periodSeconds: number, timeoutSeconds: number, failureThreshold: number },
);

const container = object(
  {
    name,
    image: text,
    securityContext: object({
      allowPrivilegeEscalation: flag,
      readOnlyRootFilesystem: flag,
      capabilities: object({ drop: list(text) }),
    }),
    resources: object({ requests: amounts, limits: amounts }),
  },
  {
    args: list(text),
    envFrom: list(object({ configMapRef: object({ name }) })),
    ports: list(object({ name: portName, containerPort: portNumber })),
    startupProbe: probe,
    livenessProbe: probe,
    readinessProbe: probe,
    volumeMounts: list(object({ name, mountPath: { type: 'string', pattern: '^/' } }, { readOnly: flag })),
  },
);

const podSpec = object(
  {
    containers: list(container),
    securityContext: object({
      runAsNonRoot: flag,
      runAsUser: number,
      runAsGroup: number,
      fsGroup: number,
      seccompProfile: object({ type: oneOf('RuntimeDefault') }),
    }),
  },
  {
    restartPolicy: oneOf('Always', 'OnFailure', 'Never'),
    automountServiceAccountToken: flag,
    enableServiceLinks: flag,
    terminationGracePeriodSeconds: number,
    topologySpreadConstraints: list(
      object({
        maxSkew: number,
        topologyKey: text,
        whenUnsatisfiable: oneOf('DoNotSchedule', 'ScheduleAnyway'),
        labelSelector: selector,
      }),
    ),
    volumes: list(object({ name, secret: object({ secretName: name }) })),
  },
);

const template = object({ metadata: object({ labels }, { annotations: map(text) }), spec: podSpec });
const rollingUpdate = object({ maxUnavailable: number, maxSurge: number });

const head = (apiVersion: string, kind: string): Record<string, Schema> => ({
  apiVersion: { const: apiVersion },
  kind: { const: kind },
  metadata,
});

/** Schemas by kind of object. */
export const KUBERNETES_SCHEMAS: Readonly<Record<string, Schema>> = {
  ConfigMap: object({ ...head('v1', 'ConfigMap'), data: map(text) }),
  Secret: object({
    ...head('v1', 'Secret'),
    type: oneOf('Opaque'),
    stringData: map({ type: 'string' }),
  }),
  Service: object({
    ...head('v1', 'Service'),
    spec: object({ selector: labels, ports: list(object({ name, port: portNumber, targetPort: port })) }),
  }),
  Deployment: object({
    ...head('apps/v1', 'Deployment'),
    spec: object({
      replicas: number,
      selector,
      strategy: object({ type: oneOf('RollingUpdate'), rollingUpdate }),
      template,
    }),
  }),
  Job: object({
    ...head('batch/v1', 'Job'),
    spec: object({ backoffLimit: number, ttlSecondsAfterFinished: number, template }),
  }),
  PodDisruptionBudget: object({
    ...head('policy/v1', 'PodDisruptionBudget'),
    spec: object({ minAvailable: number, selector }),
  }),
  Kustomization: object({
    apiVersion: { const: 'kustomize.config.k8s.io/v1beta1' },
    kind: { const: 'Kustomization' },
    resources: list({ type: 'string', pattern: '\\.yaml$' }),
    images: list(object({ name: text, newName: text, newTag: text })),
  }),
};

const composeService = object(
  {},
  {
    image: text,
    build: text,
    command: list(text),
    environment: map({ type: 'string' }),
    depends_on: map(object({ condition: oneOf('service_started', 'service_healthy') })),
    ports: list({ type: 'string', pattern: '^[0-9.]+:[0-9]+:[0-9]+$' }),
    volumes: list({ type: 'string', pattern: '^[a-z]+:/' }),
    healthcheck: object({ test: list(text), interval: { type: 'string', pattern: '^[0-9]+s$' }, retries: number }),
    read_only: flag,
    cap_drop: list(text),
    security_opt: list(text),
    stop_grace_period: { type: 'string', pattern: '^[0-9]+s$' },
  },
);

/** Schema of `compose.yaml`. */
export const COMPOSE_SCHEMA = object({ services: map(composeService), volumes: map({ type: 'null' }) });
