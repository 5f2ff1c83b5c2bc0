#pragma once

/// The engine, as the outside sees it: the window and the command line include this and nothing else.
///
///     OpenedModel model = open_model("model.gguf");
///     Machine machine = probe_machine({"model.gguf"});
///     Plan plan = make_plan(model.description, machine, {});
///     auto session = Session::load(model, plan, on_event, stop);
///     GenerationResult result = session->generate({encode_prompt(*model.tokenizer, "Once", false)}, on_event,
///     stop);
///
/// Calls block; give them a thread and a stop token. Failures are thrown as spillway::Error. Events come as
/// plain values on the calling thread.

#include "base/error.h"
#include "base/units.h"
#include "base/version.h"
#include "hardware/measure.h"
#include "hardware/probe.h"
#include "hardware/sensors.h"
#include "plan/plan_json.h"
#include "plan/planner.h"
#include "run/engine.h"
#include "run/measure_compute.h"
#include "run/verify.h"
#include "tokenizer/chat.h"
